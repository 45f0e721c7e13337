// Some rows of one head on their way: how they begin, what they have come to, how they end in the result. Leaves out
// their meetings with the keys.
#pragma once
#include "online_softmax.h"
#include "plan.h"
#include "score_rules.h"

namespace heed::fused {

// Keys of a query alone whose weights are known, and whose values are to be blended while the next keys are scored.
struct Waiting {
  const float *weights = nullptr, *values = nullptr;  // of the block's first key
  std::int64_t first = 0, end = 0;                    // counted from there
  float shrink = 1;
};

// What the softmax and the blend have come to, after the key blocks so far.
struct RowBlock {
  std::int64_t head, count;  // of the head's rows: those of its query heads one behind the other
  Place at[kBlockRows];
  ScoreRules rules[kBlockRows];
  OnlineSoftmax softmax[kBlockRows];
  float shrink[kBlockRows];
  float total_max[kBlockRows];  // what the totals are relative to
  Waiting waiting;
};

// The rows from the head's row `first` on, with their queries packed and nothing blended. rows.head is set.
void start(const Plan& plan, std::int64_t first, const Worker& worker, RowBlock& rows, const Result& result);

// Adds the first keys that wait, at most `count` of them.
void blend_waiting(const Plan& plan, const Worker& worker, Waiting& waiting, std::int64_t count = kBlockKeys);

// Moves what was blended to the totals: float sums may become no longer than kBlocksInFloat.
void add_to_totals(const Plan& plan, const Worker& worker, RowBlock& rows);

// Once every key was met. Returns how many rows were masked everywhere.
std::int64_t store(const Plan& plan, const Worker& worker, RowBlock& rows, const Result& result, RowState* states);

}  // namespace heed::fused
