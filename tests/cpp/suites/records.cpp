#include "records.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace suites {

namespace {

[[noreturn]] void stop(const char* what) {
  std::fprintf(stderr, "%s: %s\n", HEED_SUITES_FILE, what);
  std::abort();
}

std::vector<char> read_file(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (!file) stop("cannot be opened; the build makes it with tests/suites/pack.mjs");
  std::vector<char> bytes;
  char block[4096];  // on the stack, of which a wasm program has 64 kB
  while (const std::size_t count = std::fread(block, 1, sizeof block, file))
    bytes.insert(bytes.end(), block, block + count);
  std::fclose(file);
  return bytes;
}

class Reader {
 public:
  explicit Reader(const std::vector<char>& bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  void take(void* to, std::size_t count) {
    if (static_cast<std::size_t>(end_ - at_) < count) stop("ends too early");
    if (count > 0) std::memcpy(to, at_, count);
    at_ += count;
  }
  // All our hosts are little-endian, as the file is.
  template <class Number>
  Number number() {
    Number value;
    take(&value, sizeof value);
    return value;
  }
  std::string text() {
    std::string value(number<std::uint32_t>(), '\0');
    take(value.data(), value.size());
    return value;
  }
  bool done() const { return at_ == end_; }

 private:
  const char* at_;
  const char* end_;
};

std::vector<NamedTensor> read_tensors(Reader& reader) {
  std::vector<NamedTensor> tensors(reader.number<std::uint32_t>());
  for (NamedTensor& tensor : tensors) {
    tensor.name = reader.text();
    tensor.tolerance = reader.number<double>();
    tensor.shape.resize(reader.number<std::uint32_t>());
    std::size_t count = 1;
    for (std::int64_t& size : tensor.shape) {
      size = reader.number<std::int64_t>();
      count *= static_cast<std::size_t>(size);
    }
    tensor.data.resize(count);
    reader.take(tensor.data.data(), count * sizeof(double));
  }
  return tensors;
}

std::vector<Case> read_cases() {
  const std::vector<char> bytes = read_file(HEED_SUITES_FILE);
  Reader reader(bytes);
  char magic[8];
  reader.take(magic, sizeof magic);
  if (std::memcmp(magic, "HEEDCASE", sizeof magic) != 0) stop("is no file of cases");
  std::vector<Case> cases(reader.number<std::uint32_t>());
  for (Case& one : cases) {
    one.suite = reader.text();
    one.name = reader.text();
    one.op = reader.text();
    for (std::uint32_t left = reader.number<std::uint32_t>(); left > 0; --left) {
      const std::string name = reader.text();
      one.options[name] = reader.number<double>();
    }
    one.inputs = read_tensors(reader);
    one.expected = read_tensors(reader);
  }
  if (!reader.done()) stop("has more bytes than cases");
  return cases;
}

}  // namespace

const NamedTensor* Case::input(const std::string& wanted) const {
  for (const NamedTensor& tensor : inputs)
    if (tensor.name == wanted) return &tensor;
  return nullptr;
}

std::optional<double> Case::option(const std::string& wanted) const {
  const auto found = options.find(wanted);
  return found == options.end() ? std::nullopt : std::optional(found->second);
}

const std::vector<Case>& all_cases() {
  static const std::vector<Case> cases = read_cases();
  return cases;
}

}  // namespace suites
