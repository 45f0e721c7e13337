// Which flavour this build is. Leaves out everything else: the rest of the core is compiled once for all flavours.
#include "heed.h"

namespace heed {

Flavour flavour() {
#if defined(__wasm_relaxed_simd__)
  return Flavour::kRelaxed;
#elif defined(__wasm_simd128__)
  return Flavour::kSimd128;
#elif defined(__wasm__)
  return Flavour::kScalar;
#else
  return Flavour::kNative;
#endif
}

}  // namespace heed
