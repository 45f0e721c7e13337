// mask: a key that a query may not see scores -Infinity, whatever stood there. Boolean mask, causal corner, window and
// key lengths intersect.
#pragma once
#include "../heed.h"

namespace heed::steps {

struct KeyRange {
  std::int64_t first, last;  // last is exclusive; empty when first >= last
};

// The keys that causal, window and key lengths leave to this query.
KeyRange visible_keys(const Request& request, std::int64_t batch, std::int64_t query);

// `mask_row` with data == nullptr lets every key of the range pass. `masked` may be `scores`.
void mask(ConstRow scores, ConstMaskRow mask_row, KeyRange visible, FloatRow masked);

}  // namespace heed::steps
