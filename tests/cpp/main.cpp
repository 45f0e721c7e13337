// Runs every test case of this folder, and first of all says which build of the core they are about.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "heed.h"

TEST_CASE("the flavour that runs is the one this program was built for") {
  CHECK(heed::flavour() == HEED_EXPECTED_FLAVOUR);
}

int main(int argc, char** argv) { return doctest::Context(argc, argv).run(); }
