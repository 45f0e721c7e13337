# The wasm flavours, each as core.mjs and core.wasm in build/wasm/<kind>/<flavour>/. Kinds: heed and lab in scalar, simd128
# and relaxed, with one thread; heed_threads in simd128 and relaxed. All flavours of a kind hold the same objects but for
# fused_sources: so a trace has the same bits in each. The package embeds relaxed, and makes the others of it while loading.

# Small where the work is done once a call, fast where it is done once a score.
set(wasm_compile_options -Oz -fno-exceptions -fno-rtti -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0
  -mbulk-memory -mnontrapping-fptoint -msign-ext)   # every browser that has the 64-bit integers of -sWASM_BIGINT has these
# Whatever gains by SIMD says so, by Float4: what a compiler adds is only code. Behind each -O, which else turns it on.
set(no_vectorizer -fno-vectorize -fno-slp-vectorize)
set_source_files_properties(
  cpp/fused/fused_attention.cpp cpp/fused/plan.cpp cpp/fused/query.cpp cpp/fused/row_block.cpp cpp/fused/score_rules.cpp
  cpp/gradient/bias_gradient.cpp cpp/gradient/fused_gradient.cpp cpp/gradient/head_gradient.cpp cpp/gradient/row_gradient.cpp
  PROPERTIES COMPILE_OPTIONS "-Os;${no_vectorizer}")  # as fast as -O3 by 0.5 %, 8 kB smaller; -Oz is 10 % slower
set_source_files_properties(cpp/fused/decode.cpp cpp/fused/tiles.cpp PROPERTIES COMPILE_OPTIONS $<TARGET_PROPERTY:HOT_OPTIONS>)

# The glue gets its bytes and its memory from the loader, so one file serves every flavour and environment.
set(wasm_link_options
  --no-entry
  -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createCore -sUSE_ES6_IMPORT_META=0
  -sENVIRONMENT=web,worker          # no Node code: it would bring a dynamic import() and top-level await
  -sDYNAMIC_EXECUTION=0 -sSTRICT -sFILESYSTEM=0 -sTEXTDECODER=2
  -sWASM_BIGINT                     # no stubs for functions of 64-bit integers, which JavaScript calls none of
  -sIMPORTED_MEMORY -sINITIAL_MEMORY=4MB -sMAXIMUM_MEMORY=1GB -sALLOW_MEMORY_GROWTH
  -sMALLOC=emmalloc -sABORTING_MALLOC=0
  -sINCOMING_MODULE_JS_API=instantiateWasm,wasmMemory
  -sEXPORTED_RUNTIME_METHODS=[])

# Streaming compilation: the module comes compiled.
set(single_link_options -sMINIMAL_RUNTIME -sMINIMAL_RUNTIME_STREAMING_WASM_COMPILATION
  --pre-js ${CMAKE_CURRENT_LIST_DIR}/single.pre.js)

# For the kinds whose functions know numbers alone, which is all but lab.
set(numbers_link_options --js-library ${CMAKE_CURRENT_LIST_DIR}/embind_numbers.js)

# A worker of the pool is started by the loader too; it gives Module.poolSize of them before the first call.
set(thread_link_options -pthread -sPTHREAD_POOL_SIZE=Module["poolSize"] -Wno-pthreads-mem-growth
  --pre-js ${CMAKE_CURRENT_LIST_DIR}/threads.pre.js)

# What all flavours of some kinds share. `suffix` is empty or -threads.
function(add_shared suffix)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FLAGS")
  add_library(core${suffix} STATIC ${core_sources} ${lab_sources} cpp/bindings/exp.cpp)
  add_library(bindings${suffix} OBJECT cpp/bindings/embind.cpp)
  add_library(lab-bindings${suffix} OBJECT cpp/bindings/embind_lab.cpp)
  # -lembind finds it in a folder of its own; with RTTI it would look for another name.
  add_library(embind${suffix} STATIC cpp/bindings/libembind.cpp)
  set_target_properties(embind${suffix} PROPERTIES
    OUTPUT_NAME embind ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/libembind${suffix})
  foreach(target core bindings lab-bindings embind)
    # Left alone, -Oz still copies the making of every Status and View into its callers.
    target_compile_options(${target}${suffix} PRIVATE ${wasm_compile_options} -mllvm -inline-threshold=-50 ${arg_FLAGS}
      ${compile_options})
  endforeach()
  target_include_directories(core${suffix} PUBLIC cpp)
endfunction()

# Every output is called core.mjs: the glue then comes out the same, byte for byte, for all flavours of one kind (the
# package's build insists on it).
function(add_core kind flavour suffix)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "FLAGS;LINK;BINDINGS")
  set(target ${kind}-${flavour})
  add_executable(${target} ${arg_BINDINGS})
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${CMAKE_BINARY_DIR}/libembind${suffix}/libembind.a
    OUTPUT_NAME core SUFFIX .mjs RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${kind}/${flavour})
  target_link_options(${target} PRIVATE -Oz -fno-rtti ${arg_FLAGS} -L${CMAKE_BINARY_DIR}/libembind${suffix} -lembind
    ${wasm_link_options} ${arg_LINK})
  target_link_libraries(${target} PRIVATE fused-${flavour}${suffix})
  add_dependencies(${target} embind${suffix})
endfunction()

# The library of one flavour, and its doctest program.
function(add_flavour_library flavour expected suffix)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "FLAGS;NODE_FLAGS")
  set(library fused-${flavour}${suffix})
  add_library(${library} STATIC ${fused_sources})
  target_compile_options(${library} PRIVATE ${wasm_compile_options} ${no_vectorizer} ${arg_FLAGS} ${compile_options})
  set_target_properties(${library} PROPERTIES HOT_OPTIONS "-O3;-fno-unroll-loops;${no_vectorizer}")  # see fused's README
  if(flavour STREQUAL scalar)
    set_target_properties(${library} PROPERTIES HOT_OPTIONS -Oz)  # for hosts without SIMD, which are few
  endif()
  target_link_libraries(${library} PUBLIC core${suffix})
  set(threads)
  if(suffix)
    set(threads THREADS)
    target_compile_definitions(${library} PRIVATE HEED_THREADS=1)
  endif()
  if(HEED_TESTS)
    add_core_test(core_test-${flavour}${suffix} ${expected} ${library} ${threads}
      FLAGS ${wasm_compile_options} ${arg_FLAGS} NODE_FLAGS ${arg_NODE_FLAGS})
  endif()
endfunction()

function(add_flavour flavour expected)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FLAGS;NODE_FLAGS")
  add_flavour_library(${flavour} ${expected} "" FLAGS ${arg_FLAGS} NODE_FLAGS ${arg_NODE_FLAGS})
  set(bindings $<TARGET_OBJECTS:bindings>)
  add_core(heed ${flavour} "" LINK ${single_link_options} ${numbers_link_options} BINDINGS ${bindings})
  add_core(lab ${flavour} "" LINK ${single_link_options} BINDINGS ${bindings} $<TARGET_OBJECTS:lab-bindings>)
endfunction()

function(add_threads_flavour flavour expected)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FLAGS;NODE_FLAGS")
  add_flavour_library(${flavour} ${expected} -threads FLAGS -pthread ${arg_FLAGS}
    NODE_FLAGS ${arg_NODE_FLAGS})
  add_core(heed_threads ${flavour} -threads LINK ${thread_link_options} ${numbers_link_options}
    BINDINGS $<TARGET_OBJECTS:bindings-threads>)
endfunction()

# Node 20 runs relaxed SIMD behind a flag, later versions without; a version that no longer knows the flag refuses it.
set(relaxed_node_flag --experimental-wasm-relaxed-simd)
execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${relaxed_node_flag} -e 0
  RESULT_VARIABLE refused OUTPUT_QUIET ERROR_QUIET)
if(refused)
  set(relaxed_node_flag)
endif()

add_shared("")
add_shared(-threads FLAGS -pthread)
add_flavour(scalar kScalar)
add_flavour(simd128 kSimd128 FLAGS -msimd128)
add_flavour(relaxed kRelaxed FLAGS -msimd128 -mrelaxed-simd NODE_FLAGS ${relaxed_node_flag})
add_threads_flavour(simd128 kSimd128 FLAGS -msimd128)
add_threads_flavour(relaxed kRelaxed FLAGS -msimd128 -mrelaxed-simd NODE_FLAGS ${relaxed_node_flag})
