// The names that C++ and TypeScript share for arguments and stages, in the order of the enums in heed.h.
#include "heed.h"

namespace heed {

namespace {

constexpr const char* kArgumentNames[] = {"",
                                          "q",
                                          "k",
                                          "v",
                                          "scale",
                                          "softcap",
                                          "bias",
                                          "mask",
                                          "causal",
                                          "causalOffset",
                                          "window",
                                          "keyLengths",
                                          "engine",
                                          "x",
                                          "context",
                                          "wq",
                                          "wk",
                                          "wv",
                                          "wo",
                                          "heads",
                                          "kvHeads",
                                          "weights",
                                          "logSumExp",
                                          "out",
                                          "gradOutput",
                                          "forward.output",
                                          "forward.logSumExp",
                                          "gradQ",
                                          "gradK",
                                          "gradV",
                                          "gradBias",
                                          "stage",
                                          "index"};
static_assert(sizeof(kArgumentNames) / sizeof(*kArgumentNames) == kArgumentCount);

constexpr const char* kStageNames[] = {"x",      "context", "q",      "k",      "v",        "scores",
                                       "scaled", "capped",  "biased", "masked", "rowMax",   "exponentials",
                                       "rowSum", "weights", "output", "concat", "projected"};
static_assert(sizeof(kStageNames) / sizeof(*kStageNames) == kStageCount);

}  // namespace

const char* argument_name(Argument argument) {
  const int index = static_cast<int>(argument);
  return index >= 0 && index < kArgumentCount ? kArgumentNames[index] : nullptr;
}

const char* stage_name(Stage stage) {
  const int index = static_cast<int>(stage);
  return index >= 0 && index < kStageCount ? kStageNames[index] : nullptr;
}

}  // namespace heed
