# One doctest program for each build of the core. Run all with ctest, or one directly to read doctest's own summary:
#   build/native/tests/core_test                            node build/wasm/tests/core_test-scalar.mjs
#   node build/wasm/tests/core_test-simd128.mjs             node --experimental-wasm-relaxed-simd build/wasm/tests/core_test-relaxed.mjs
# (Node 22 and later take no flag.) The last lines are doctest's: "[doctest] test cases: ...", "[doctest] Status: ...".

# Emscripten's toolchain file limits searches to its own folders; doctest is one header of the host.
find_path(DOCTEST_INCLUDE_DIR doctest/doctest.h PATHS /usr/include /usr/local/include /opt/homebrew/include
  NO_CMAKE_FIND_ROOT_PATH)
if(NOT DOCTEST_INCLUDE_DIR)
  include(FetchContent)
  FetchContent_Declare(doctest GIT_REPOSITORY https://github.com/doctest/doctest.git GIT_TAG v2.4.11 GIT_SHALLOW ON
    SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(doctest)
  set(DOCTEST_INCLUDE_DIR ${doctest_SOURCE_DIR})
endif()
# Copied alone: the host's whole include folder must not come before Emscripten's.
configure_file(${DOCTEST_INCLUDE_DIR}/doctest/doctest.h ${CMAKE_BINARY_DIR}/host-include/doctest/doctest.h COPYONLY)

set(test_sources
  tests/cpp/main.cpp
  tests/cpp/heed_test.cpp
  tests/cpp/scratch_test.cpp
  tests/cpp/shape_check_test.cpp
  tests/cpp/semantics_test.cpp
  tests/cpp/attend_test.cpp
  tests/cpp/limits_test.cpp
  tests/cpp/bug_log_test.cpp
  tests/cpp/bug_log_sizes_test.cpp
  tests/cpp/steps/project_test.cpp
  tests/cpp/steps/score_test.cpp
  tests/cpp/steps/scale_test.cpp
  tests/cpp/steps/softcap_test.cpp
  tests/cpp/steps/bias_test.cpp
  tests/cpp/steps/mask_test.cpp
  tests/cpp/steps/softmax_test.cpp
  tests/cpp/steps/blend_test.cpp
  tests/cpp/steps/trace_test.cpp
  tests/cpp/fused/visible_keys_test.cpp
  tests/cpp/fused/exp_lanes_test.cpp
  tests/cpp/fused/tiles_test.cpp
  tests/cpp/fused/online_softmax_test.cpp
  tests/cpp/fused/rows_in_parallel_test.cpp
  tests/cpp/fused/fused_attention_test.cpp
  tests/cpp/gradient/reference_test.cpp
  tests/cpp/gradient/gradient_test.cpp
  tests/cpp/gradient/gradient_request_test.cpp
  tests/cpp/bindings/exp_test.cpp
  tests/cpp/lab/normalise_test.cpp
  tests/cpp/lab/open_cell_test.cpp
  tests/cpp/lab/pair_test.cpp
  tests/cpp/lab/sample_scores_test.cpp
  tests/cpp/lab/softmax_jacobian_test.cpp)

# It brings its own operator new, and so does the sanitizer of threads.
if(NOT CMAKE_CXX_FLAGS MATCHES "fsanitize=thread")
  list(APPEND test_sources tests/cpp/allocations_test.cpp)
endif()

# A sanitizer's time says nothing of ours.
if(NOT CMAKE_CXX_FLAGS MATCHES "fsanitize")
  list(APPEND test_sources tests/cpp/bug_log_time_test.cpp)
endif()

include(tests/cpp/suites/suites.cmake)

add_custom_target(core_tests)

function(add_core_test name expected_flavour library)
  cmake_parse_arguments(PARSE_ARGV 3 arg "THREADS" "" "FLAGS;NODE_FLAGS")
  add_executable(${name} ${test_sources} ${suite_sources})
  use_suites(${name})
  target_include_directories(${name} PRIVATE tests/cpp)
  target_include_directories(${name} SYSTEM PRIVATE ${CMAKE_BINARY_DIR}/host-include)
  target_compile_options(${name} PRIVATE ${arg_FLAGS} ${compile_options} -O1)  # compiled sooner; the core keeps -O3
  # Compiling is most of what the tests cost, and doctest's header most of that.
  target_precompile_headers(${name} PRIVATE <doctest/doctest.h>)
  target_compile_definitions(${name} PRIVATE DOCTEST_CONFIG_SUPER_FAST_ASSERTS
    HEED_EXPECTED_FLAVOUR=heed::Flavour::${expected_flavour} HEED_THREADS=$<BOOL:${arg_THREADS}>)
  target_link_libraries(${name} PRIVATE ${library})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  if(EMSCRIPTEN)
    # Built on demand only; without exceptions, so REQUIRE ends the process.
    target_compile_definitions(${name} PRIVATE DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS
      DOCTEST_CONFIG_NO_POSIX_SIGNALS)
    target_link_options(${name} PRIVATE ${arg_FLAGS} -sENVIRONMENT=node -sEXIT_RUNTIME -sALLOW_MEMORY_GROWTH
      --extern-post-js ${CMAKE_SOURCE_DIR}/tests/cpp/start.js)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON SUFFIX .mjs
      CROSSCOMPILING_EMULATOR "${CMAKE_CROSSCOMPILING_EMULATOR};${arg_NODE_FLAGS}")
    if(arg_THREADS)
      # The tests run in a worker themselves, so that waiting blocks no event loop, and start up to 8 threads beside it.
      target_link_options(${name} PRIVATE -sENVIRONMENT=node,worker -sPROXY_TO_PTHREAD -sPTHREAD_POOL_SIZE=10
        -Wno-pthreads-mem-growth)
    endif()
  endif()
  add_dependencies(core_tests ${name})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 300)
endfunction()
