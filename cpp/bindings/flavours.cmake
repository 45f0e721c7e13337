# The wasm flavours, each as core.mjs and core.wasm in build/wasm/<kind>/<flavour>/. Kinds: heed and lab in scalar, simd128
# and relaxed, with one thread; heed_threads in simd128 and relaxed.

# Small where the work is done once a call, fast where it is done once a score.
set(wasm_compile_options -Oz -fno-exceptions -fno-rtti)
set_source_files_properties(
  cpp/fused/fused_attention.cpp cpp/fused/query.cpp cpp/gradient/row_gradient.cpp cpp/gradient/fused_gradient.cpp
  PROPERTIES COMPILE_OPTIONS -O3)

# The glue gets its bytes and its memory from the loader, so one file serves every flavour and environment.
set(wasm_link_options
  --no-entry -lembind
  -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createCore -sUSE_ES6_IMPORT_META=0
  -sENVIRONMENT=web,worker          # no Node code: it would bring a dynamic import() and top-level await
  -sDYNAMIC_EXECUTION=0 -sSTRICT -sFILESYSTEM=0 -sTEXTDECODER=2
  -sIMPORTED_MEMORY -sINITIAL_MEMORY=4MB -sMAXIMUM_MEMORY=1GB -sALLOW_MEMORY_GROWTH
  -sMALLOC=emmalloc -sABORTING_MALLOC=0
  -sINCOMING_MODULE_JS_API=instantiateWasm,wasmMemory
  -sEXPORTED_RUNTIME_METHODS=[])

# A worker of the pool is started by the loader too; it gives Module.poolSize of them before the first call.
set(thread_link_options -pthread -sPTHREAD_POOL_SIZE=Module["poolSize"] -Wno-pthreads-mem-growth
  --pre-js ${CMAKE_CURRENT_LIST_DIR}/threads.pre.js)

# Every output is called core.mjs: the glue then comes out the same, byte for byte, for all flavours of one kind (the
# package's build insists on it).
function(add_core kind flavour library)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "FLAGS;LINK;BINDINGS")
  set(target ${kind}-${flavour})
  add_executable(${target} ${arg_BINDINGS})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME core SUFFIX .mjs RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${kind}/${flavour})
  target_compile_options(${target} PRIVATE ${arg_FLAGS} ${compile_options} -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  target_link_options(${target} PRIVATE ${arg_FLAGS} ${wasm_link_options} ${arg_LINK})
  target_link_libraries(${target} PRIVATE ${library})
endfunction()

# The library of one flavour, and its doctest program.
function(add_flavour_library library expected)
  cmake_parse_arguments(PARSE_ARGV 2 arg "THREADS" "" "FLAGS;NODE_FLAGS")
  add_library(${library} STATIC ${core_sources} ${lab_sources})
  target_include_directories(${library} PUBLIC cpp)
  target_compile_options(${library} PRIVATE ${arg_FLAGS} ${compile_options})
  set(threads)
  if(arg_THREADS)
    set(threads THREADS)
    target_compile_definitions(${library} PRIVATE HEED_THREADS=1)
  endif()
  if(HEED_TESTS)
    string(REPLACE core- core_test- test ${library})
    add_core_test(${test} ${expected} ${library} ${threads} FLAGS ${arg_FLAGS} NODE_FLAGS ${arg_NODE_FLAGS})
  endif()
endfunction()

function(add_flavour flavour expected)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FLAGS;NODE_FLAGS")
  set(flags ${wasm_compile_options} ${arg_FLAGS})
  add_flavour_library(core-${flavour} ${expected} FLAGS ${flags} NODE_FLAGS ${arg_NODE_FLAGS})
  add_core(heed ${flavour} core-${flavour} FLAGS ${flags} BINDINGS cpp/bindings/embind.cpp)
  add_core(lab ${flavour} core-${flavour} FLAGS ${flags} BINDINGS cpp/bindings/embind.cpp cpp/bindings/embind_lab.cpp)
endfunction()

function(add_threads_flavour flavour expected)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FLAGS;NODE_FLAGS")
  set(flags ${wasm_compile_options} -pthread ${arg_FLAGS})
  set(library core-${flavour}-threads)
  add_flavour_library(${library} ${expected} THREADS FLAGS ${flags} NODE_FLAGS ${arg_NODE_FLAGS})
  add_core(heed_threads ${flavour} ${library} FLAGS ${flags} LINK ${thread_link_options}
    BINDINGS cpp/bindings/embind.cpp)
endfunction()

# Node 20 runs relaxed SIMD behind a flag, later versions without; a version that no longer knows the flag refuses it.
set(relaxed_node_flag --experimental-wasm-relaxed-simd)
execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${relaxed_node_flag} -e 0
  RESULT_VARIABLE refused OUTPUT_QUIET ERROR_QUIET)
if(refused)
  set(relaxed_node_flag)
endif()

add_flavour(scalar kScalar)
add_flavour(simd128 kSimd128 FLAGS -msimd128)
add_flavour(relaxed kRelaxed FLAGS -msimd128 -mrelaxed-simd NODE_FLAGS ${relaxed_node_flag})
add_threads_flavour(simd128 kSimd128 FLAGS -msimd128)
add_threads_flavour(relaxed kRelaxed FLAGS -msimd128 -mrelaxed-simd NODE_FLAGS ${relaxed_node_flag})
