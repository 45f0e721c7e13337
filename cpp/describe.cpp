// The sentence of every rule in shape_check.cpp. Writes numbers itself: printf would weigh more than the rest of the
// core.
#include <cmath>
#include <limits>

#include "heed.h"

namespace heed {

namespace {

// Appends to a buffer of fixed size and counts what did not fit.
class Text {
 public:
  Text(char* begin, std::size_t capacity) : begin_(begin), capacity_(capacity) {
    if (capacity_ > 0) begin_[0] = '\0';
  }

  Text& operator<<(const char* word) {
    for (; *word; ++word) put(*word);
    return *this;
  }

  Text& operator<<(std::int64_t number) {
    // Not negated as a whole: the smallest integer has no positive twin.
    if (number < 0) put('-');
    const std::int64_t tens = number / 10;
    if (tens != 0) *this << (tens < 0 ? -tens : tens);
    const std::int64_t digit = number % 10;
    put(static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    return *this;
  }

  // As JavaScript says it where at most six decimals do; with an exponent for the very large and the very small.
  Text& operator<<(double number) {
    if (std::isnan(number)) return *this << "NaN";
    if (number < 0) put('-');
    double size = std::fabs(number);
    if (std::isinf(size)) return *this << "Infinity";
    int exponent = 0;
    if (size != 0 && (size >= 1e15 || size < 1e-6)) {
      for (; size >= 10; ++exponent) size /= 10;
      for (; size < 1; --exponent) size *= 10;
    }
    std::int64_t whole = static_cast<std::int64_t>(size);
    std::int64_t millionths = static_cast<std::int64_t>(std::round((size - static_cast<double>(whole)) * 1e6));
    if (millionths == 1000000) ++whole, millionths = 0;
    *this << whole;
    if (millionths > 0) decimals(millionths);
    return exponent == 0 ? *this : *this << "e" << static_cast<std::int64_t>(exponent);
  }

  std::size_t length() const { return length_; }

 private:
  void put(char letter) {
    if (length_ + 1 < capacity_) {
      begin_[length_] = letter;
      begin_[length_ + 1] = '\0';
    }
    ++length_;
  }

  void decimals(std::int64_t millionths) {
    put('.');
    for (std::int64_t place = 100000; millionths > 0; millionths %= place, place /= 10)
      put(static_cast<char>('0' + millionths / place));
  }

  char* begin_;
  std::size_t capacity_;
  std::size_t length_ = 0;
};

// Only the axes that the caller named: (4, 3) for a request of rank 2.
void write_shape(Text& text, const std::int64_t (&size)[4], int rank) {
  text << "(";
  for (int axis = 4 - rank; axis < 4; ++axis) text << (axis == 4 - rank ? "" : ", ") << size[axis];
  text << ")";
}

const char* axis_name(int axis, int rank) {
  if (axis == 3) return "the last dimension";
  if (axis == 2) return rank == 2 ? "the first dimension" : rank == 3 ? "the second dimension" : "the third dimension";
  return axis == 1 && rank == 4 ? "the second dimension" : "the first dimension";
}

void write_size_rule(Text& text, const Status& status) {
  const std::int64_t expected = status.expected[0], got = status.got[0];
  const char* other = argument_name(status.other);
  switch (status.rule) {
    case Rule::kRank:
      text << "must have 2, 3 or 4 dimensions, got " << got;
      break;
    case Rule::kNegativeSize:
      text << "every dimension must be a whole number from 0 up, got " << got;
      break;
    case Rule::kAxis:
      text << axis_name(status.axis, status.rank) << " must equal " << other << "'s (" << expected << "), got " << got;
      break;
    case Rule::kHeadsDivide:
      text << "the number of heads must be at least 1 and divide q's (" << expected << "), got " << got;
      break;
    case Rule::kBroadcast:
      text << "the shape must broadcast to the scores' ";
      write_shape(text, status.expected, status.rank);
      text << ", got ";
      write_shape(text, status.got, status.rank);
      break;
    case Rule::kExactShape:
      text << "the shape must be ";
      write_shape(text, status.expected, status.rank);
      text << ", got ";
      write_shape(text, status.got, status.rank);
      break;
    case Rule::kTogether:
      text << "must come with " << other << ", got none";
      break;
    case Rule::kKeyLengthCount:
      text << "must hold one length a batch (" << expected << "), got " << got;
      break;
    case Rule::kRows:
      text << "the number of rows must equal " << (status.other == Argument::kWv ? "heads * d_v" : other)
           << (status.other == Argument::kWv ? " (" : "'s columns (") << expected << "), got " << got;
      break;
    case Rule::kColumnsMultiple:
      text << "the number of columns must be a multiple of " << other << " (" << expected << "), got " << got;
      break;
    case Rule::kColumns:
      text << "the number of columns must equal kvHeads * d_k (" << expected << "), got " << got;
      break;
    case Rule::kTooLarge:
      text << "must hold at most " << expected << " numbers, got more";
      break;
    case Rule::kOutOfMemory:
      text << "memory ran out";
      break;
    default:
      break;
  }
}

void write_option_rule(Text& text, const Status& status) {
  const double got = status.got_number;
  switch (status.rule) {
    case Rule::kFinite:
      text << "must be a finite number, got " << got;
      break;
    case Rule::kFiniteNotNegative:
      text << "must be a finite number from 0 up, got " << got;
      break;
    case Rule::kScaleNeeded:
      text << "must be given when the key width is 0, got none";
      break;
    case Rule::kUnknownChoice:
      text << "must be 0, 1 or 2, got " << got;
      break;
    case Rule::kOffsetAlone:
      text << "goes with causal \"top-left\" or with a window alone, got neither";
      break;
    case Rule::kWindowSide:
      text << (status.axis == 0 ? "left" : "right") << " must be a whole number from 0 up, got " << got;
      break;
    case Rule::kKeyLengthRange:
      text << "every length must be from 0 to the number of keys (" << status.expected[0] << "), got " << got;
      break;
    case Rule::kAtLeastOne:
      text << "must be a whole number from 1 up, got " << got;
      break;
    case Rule::kKvHeadsDivide:
      text << "must divide heads (" << status.expected[0] << "), got " << got;
      break;
    default:
      break;
  }
}

}  // namespace

std::size_t describe(const Status& status, char* text, std::size_t capacity) {
  Text sentence(text, capacity);
  write_size_rule(sentence, status);
  write_option_rule(sentence, status);
  return sentence.length();
}

}  // namespace heed
