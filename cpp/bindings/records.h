// The records of web/heed/core.ts in C++, and how their numbers become addresses and sizes. Leaves out all maths.
#pragma once
#include <cstdint>
#include <limits>

#include "../heed.h"

namespace heed::bindings {

struct TensorRecord {
  double data, batch, heads, rows, columns;
  double capacity;  // rows from one head to the next; equal to `rows` where nothing lies in between
};

struct RequestRecord {
  double rank;
  TensorRecord q, k, v;
  double scale, softcap;
  TensorRecord bias, mask;
  double causal, causal_offset, window_left, window_right;
  double key_lengths, key_length_count;
  double engine;
};

struct WordsRecord {
  TensorRecord x, context, wq, wk, wv, wo;
  double heads, kv_heads;
};

struct GradientRecord {
  TensorRecord grad_output, output, log_sum_exp;
};

struct CallRecord {
  double error, argument, floats, masked_rows;
};

// One behind the other in memory: web/heed/machine.ts reads the first and writes the others, as numbers.
struct Records {
  CallRecord call;
  RequestRecord request;
  WordsRecord words;
  GradientRecord given;
};

template <class Element>
Element* pointer(double address) {
  return reinterpret_cast<Element*>(static_cast<std::uintptr_t>(address));
}

// A number of JavaScript as an integer. Out of range it saturates, so that the checks of the core see it.
inline std::int64_t whole(double number) {
  if (number != number) return -1;
  if (number >= 9.2e18) return std::numeric_limits<std::int64_t>::max();
  if (number <= -9.2e18) return -std::numeric_limits<std::int64_t>::max();  // still has a positive twin
  return static_cast<std::int64_t>(number);
}

inline std::optional<std::int64_t> optional_whole(double number) {
  return number != number ? std::nullopt : std::optional(whole(number));
}

inline int choice(double number) { return number >= 0 && number <= 99 ? static_cast<int>(number) : -1; }

// Strides may wrap for absurd sizes: those are refused before anything is read.
template <class Element>
View<Element> view(const TensorRecord& record) {
  const std::int64_t size[4] = {whole(record.batch), whole(record.heads), whole(record.rows), whole(record.columns)};
  const std::int64_t apart[4] = {size[0], size[1], whole(record.capacity), size[3]};
  View<Element> result{pointer<Element>(record.data), {size[0], size[1], size[2], size[3]}, {0, 0, 0, 1}};
  for (int axis = 3; axis > 0; --axis)
    result.stride[axis - 1] = static_cast<std::int64_t>(static_cast<std::uint64_t>(result.stride[axis]) *
                                                        static_cast<std::uint64_t>(apart[axis]));
  return result;
}

}  // namespace heed::bindings
