// Which keys a query may see by causal corner, window and key length together: always one range. Leaves out the boolean
// mask.
#pragma once
#include "../heed.h"

namespace heed::fused {

struct KeyRange {
  std::int64_t first, end;  // first ... end - 1; empty when first >= end
};

KeyRange visible_keys(const Request& request, std::int64_t batch, std::int64_t query);

}  // namespace heed::fused
