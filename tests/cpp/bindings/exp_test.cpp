// std::exp: in wasm it is that of cpp/bindings, natively the C library's. The right values were worked out with 60
// digits.
#include <cmath>

#include "support.h"

using namespace support;

namespace {

struct Case {
  double x, exp;
};

constexpr Case kCases[] = {
    {1.0, 0x1.5bf0a8b145769p+1},         {-1.0, 0x1.78b56362cef38p-2},      {0.5, 0x1.a61298e1e069cp+0},
    {-0.34657359, 0x1.6a09e669a7145p-1}, {-3.25, 0x1.3da368521902dp-5},     {-20.0, 0x1.1b48655f37267p-29},
    {-87.3, 0x1.09874c0b9cacbp-126},     {-103.9, 0x1.13220ab08c519p-150},  {1e-9, 0x1.000000044b830p+0},
    {10.0, 0x1.5829dcf950560p+14},       {-500.0, 0x1.9265e78d4438dp-722},  {700.0, 0x1.d945df4f8ec8ep+1009},
    {709.78, 0x1.fe9ce5c4c52b4p+1023},   {-708.3, 0x1.19e98b83de7a3p-1022},
};

}  // namespace

TEST_CASE("exp: within one unit in the last place") {
  for (const Case& known : kCases) {
    CAPTURE(known.x);
    CHECK(std::fabs(std::exp(known.x) - known.exp) <= known.exp * 0x1p-52);
  }
}

TEST_CASE("exp: exact at 0 and beyond what a double can hold, one denormal near its end, and NaN stays NaN") {
  const double x[] = {0, -0.0, -1e-300, 710, 1e300, kInfinity, -746, -1e300, -kInfinity, -744.4};
  const double want[] = {1, 1, 1, kInfinity, kInfinity, kInfinity, 0, 0, 0, 0x1p-1074};
  for (int i = 0; i < 10; ++i) {
    CAPTURE(x[i]);
    CHECK(std::exp(x[i]) == want[i]);
  }
  CHECK(std::isnan(std::exp(double{kNan})));
}
