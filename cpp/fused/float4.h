// Floats that are worked on at once, four or as many as the target has lanes: relaxed wasm SIMD, wasm SIMD128, and the
// compiler's vector types (native code, and wasm without SIMD). The only file with intrinsics. Leaves out every
// function that is more than one instruction.
#pragma once
#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__FMA__)
#include <immintrin.h>
#elif defined(__ARM_FEATURE_FMA)
#include <arm_neon.h>
#endif

namespace heed::fused {

using Float4 [[gnu::vector_size(16)]] = float;

// From and to any float: alignment is not asked for.
inline Float4 load4(const float* from) {
  Float4 four;
  std::memcpy(&four, from, sizeof four);
  return four;
}
inline void store4(float* to, Float4 four) { std::memcpy(to, &four, sizeof four); }

inline Float4 all4(float number) { return Float4{number, number, number, number}; }
inline Float4 load_all4(const float* from) {
#if defined(__wasm_simd128__)
  return (Float4)wasm_v128_load32_splat(from);  // LLVM alone would make a load and a shuffle of it
#else
  return all4(*from);
#endif
}

// a * b + c, rounded once where the target can do that at the price of an addition.
inline Float4 multiply_add(Float4 a, Float4 b, Float4 c) {
#if defined(__wasm_relaxed_simd__)
  return (Float4)wasm_f32x4_relaxed_madd((v128_t)a, (v128_t)b, (v128_t)c);
#elif !defined(__wasm_simd128__) && defined(__FMA__)
  return _mm_fmadd_ps(a, b, c);
#elif !defined(__wasm_simd128__) && defined(__ARM_FEATURE_FMA)
  return vfmaq_f32(c, a, b);
#else
  return a * b + c;
#endif
}

// b where it is larger, else a: a NaN in b does not count.
template <class Floats>
inline Floats larger(Floats a, Floats b) {
#if defined(__wasm_simd128__)
  return (Floats)wasm_f32x4_pmax((v128_t)a, (v128_t)b);
#else
  return a < b ? b : a;
#endif
}

// Rows become columns.
inline void transpose4(Float4& a, Float4& b, Float4& c, Float4& d) {
  const Float4 ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Float4 cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

inline float sum_of(Float4 four) { return (four[0] + four[1]) + (four[2] + four[3]); }

// Of numbers that are none of them NaN. By lanes: comparing one by one would be branches that nobody can foresee.
inline float largest_of(Float4 four) {
  four = larger(four, __builtin_shufflevector(four, four, 2, 3, 0, 1));
  return larger(four, __builtin_shufflevector(four, four, 1, 0, 3, 2))[0];
}

// ---- all lanes of the target --------------------------------------------------------------------------------------

#if defined(__AVX2__) && defined(__FMA__)
constexpr std::int64_t kLanes = 8;
using Lanes [[gnu::vector_size(32)]] = float;
using IntLanes [[gnu::vector_size(32)]] = std::int32_t;

inline Lanes all_lanes(float number) { return _mm256_set1_ps(number); }
inline Lanes load_all_lanes(const float* from) { return all_lanes(*from); }
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) { return _mm256_fmadd_ps(a, b, c); }

inline Float4 low_half(Lanes lanes) { return _mm256_castps256_ps128(lanes); }
inline Float4 high_half(Lanes lanes) { return _mm256_extractf128_ps(lanes, 1); }
inline float sum_of(Lanes lanes) { return sum_of(low_half(lanes) + high_half(lanes)); }
inline float largest_of(Lanes lanes) { return largest_of(larger(low_half(lanes), high_half(lanes))); }
#else
constexpr std::int64_t kLanes = 4;
using Lanes = Float4;
using IntLanes [[gnu::vector_size(16)]] = std::int32_t;

inline Lanes all_lanes(float number) { return all4(number); }
inline Lanes load_all_lanes(const float* from) { return load_all4(from); }
#endif

inline Lanes load_lanes(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
// GCC, tuning for Zen, would fetch it from memory for each use.
inline Lanes in_register(Lanes lanes) {
#if defined(__AVX2__) && !defined(__clang__)
  asm("" : "+x"(lanes));
#endif
  return lanes;
}
inline void store_lanes(float* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof lanes); }

// `lanes` where the mask of a comparison says no, 0 where it says yes.
inline Lanes zero_where(IntLanes mask, Lanes lanes) {
#if defined(__wasm_simd128__)
  // No byte is more than all ones. LLVM would make ~mask & lanes a choice between two registers: three instructions.
  return (Lanes)wasm_u8x16_sub_sat((v128_t)lanes, (v128_t)mask);
#else
  return (Lanes)(~mask & (IntLanes)lanes);
#endif
}
inline Lanes choose(IntLanes mask, Lanes yes, Lanes no) {
  return (Lanes)((mask & (IntLanes)yes) | (~mask & (IntLanes)no));
}

}  // namespace heed::fused
