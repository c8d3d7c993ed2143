module {
  acc.routine @acc_routine func(@acc_f) seq
  func.func private @acc_f()
  func.func @affine(%m: memref<10xf32>) {
    affine.for %i = 0 to 10 {
      %v = affine.load %m[%i] : memref<10xf32>
      affine.store %v, %m[%i] : memref<10xf32>
    }
    return
  }
  func.func @amdgpu() {
    amdgpu.lds_barrier
    return
  }
  func.func @amx() -> !amx.tile<16x16xbf16> {
    %0 = amx.tile_zero : !amx.tile<16x16xbf16>
    return %0 : !amx.tile<16x16xbf16>
  }
  func.func @arith(%a: f32) -> f32 {
    %c = arith.constant 2.0 : f32
    %d = arith.constant 2.0 : f32
    %e = arith.addf %c, %d : f32
    %dead = arith.mulf %a, %a : f32
    %r = arith.addf %a, %e : f32
    return %r : f32
  }
  func.func @arm_neon(%a: vector<8xi8>, %b: vector<8xi8>) -> vector<8xi16> {
    %0 = arm_neon.intr.smull %a, %b : vector<8xi8> to vector<8xi16>
    return %0 : vector<8xi16>
  }
  func.func @arm_sme() -> vector<[4]x[4]xi32> {
    %0 = arm_sme.get_tile : vector<[4]x[4]xi32>
    return %0 : vector<[4]x[4]xi32>
  }
  func.func @arm_sve(%a: vector<[16]xi8>, %b: vector<[16]xi8>, %c: vector<[4]xi32>) -> vector<[4]xi32> {
    %0 = arm_sve.sdot %c, %a, %b : vector<[16]xi8> to vector<[4]xi32>
    return %0 : vector<[4]xi32>
  }
  func.func @async() {
    %token = async.execute {
      async.yield
    }
    async.await %token : !async.token
    return
  }
  func.func @bufferization(%m: memref<4x?xf32>) -> tensor<4x?xf32> {
    %0 = bufferization.to_tensor %m restrict : memref<4x?xf32> to tensor<4x?xf32>
    return %0 : tensor<4x?xf32>
  }
  func.func @builtin(%a: i64) -> index {
    %0 = builtin.unrealized_conversion_cast %a : i64 to index
    return %0 : index
  }
  module @nested {
    func.func @inner(%x: tensor<?xf32>) -> tensor<?xf32> {
      return %x : tensor<?xf32>
    }
  }
  func.func @cf(%c: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
    cf.cond_br %c, ^bb1(%x : tensor<?xf32>), ^bb1(%y : tensor<?xf32>)
  ^bb1(%r: tensor<?xf32>):
    return %r : tensor<?xf32>
  }
  func.func @complex(%a: f32) -> complex<f32> {
    %0 = complex.create %a, %a : complex<f32>
    %1 = complex.mul %0, %0 : complex<f32>
    return %1 : complex<f32>
  }
  module @dlti attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>} {
  }
  emitc.func @emitc(%a: i32) -> i32 {
    %0 = emitc.add %a, %a : (i32, i32) -> i32
    emitc.return %0 : i32
  }
  func.func @func(%a: f32) -> f32 {
    %f = func.constant @arith : (f32) -> f32
    %0 = func.call_indirect %f(%a) : (f32) -> f32
    %1 = func.call @arith(%0) : (f32) -> f32
    return %1 : f32
  }
  gpu.module @gpu {
    gpu.func @kernel(%p: memref<?xf32>) kernel {
      %i = gpu.thread_id x
      gpu.return
    }
  }
  func.func @index(%a: index) -> index {
    %0 = index.add %a, %a
    return %0 : index
  }
  irdl.dialect @irdl {
    irdl.type @t
  }
  func.func @linalg(%a: tensor<4x?xf32>, %b: tensor<?x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<4x?xf32>, tensor<?x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
  llvm.mlir.global internal constant @llvm_global(42 : i32) : i32
  llvm.func @llvm(%a: i32) -> i32 {
    %0 = llvm.add %a, %a : i32
    llvm.return %0 : i32
  }
  func.func @math(%a: f32) -> f32 {
    %0 = math.exp %a : f32
    return %0 : f32
  }
  memref.global "private" constant @memref_global : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
  func.func @memref() -> memref<4xf32> {
    %0 = memref.get_global @memref_global : memref<4xf32>
    return %0 : memref<4xf32>
  }
  ml_program.global private mutable @ml_program(dense<4> : tensor<4xi32>) : tensor<4xi32>
  func.func @mpi() {
    %0 = mpi.init : !mpi.retval
    return
  }
  func.func @nvgpu(%m: memref<128x64xf16, 3>, %i: index) -> vector<4x2xf16> {
    %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<128x64xf16, 3> -> vector<4x2xf16>
    return %0 : vector<4x2xf16>
  }
  func.func @nvvm() -> i32 {
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    return %0 : i32
  }
  func.func @omp() {
    omp.barrier
    return
  }
  pdl.pattern @pdl : benefit(1) {
    %0 = pdl.operation "foo.op"
    pdl.rewrite %0 with "rewriter"
  }
  pdl_interp.func @pdl_interp(%a: !pdl.operation) {
    pdl_interp.finalize
  }
  func.func @ptr(%p: !ptr.ptr<#ptr.generic_space>, %o: index) -> !ptr.ptr<#ptr.generic_space> {
    %0 = ptr.ptr_add %p, %o : !ptr.ptr<#ptr.generic_space>, index
    return %0 : !ptr.ptr<#ptr.generic_space>
  }
  func.func @quant(%a: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
    %0 = quant.qcast %a : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 0.5>>
    return %0 : tensor<4x!quant.uniform<i8:f32, 0.5>>
  }
  func.func @rocdl() -> i32 {
    %0 = rocdl.workitem.id.x : i32
    return %0 : i32
  }
  func.func @scf(%n: index, %t: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<?xf32>) {
      scf.yield %x : tensor<?xf32>
    }
    return %0 : tensor<?xf32>
  }
  func.func @shape(%t: tensor<?xf32>) -> tensor<1xindex> {
    %0 = shape.shape_of %t : tensor<?xf32> -> tensor<1xindex>
    return %0 : tensor<1xindex>
  }
  shard.grid @shard(shape = 2x2)
  func.func @smt() {
    smt.solver() : () -> () {
      %c = smt.constant true
      smt.assert %c
    }
    return
  }
  func.func @sparse_tensor(%t: tensor<8x8xf64, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>>) -> memref<?xf64> {
    %0 = sparse_tensor.values %t : tensor<8x8xf64, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>> to memref<?xf64>
    return %0 : memref<?xf64>
  }
  spirv.module @spirv Logical GLSL450 {
    spirv.func @f() "None" {
      spirv.Return
    }
  }
  func.func @tensor(%t: tensor<?xf32>) -> tensor<2xf32> {
    %0 = tensor.extract_slice %t[0] [2] [1] : tensor<?xf32> to tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @tosa(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
    %0 = tosa.add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func @ub() -> f32 {
    %0 = ub.poison : f32
    return %0 : f32
  }
  func.func @vector(%v: vector<4xf32>) -> f32 {
    %0 = vector.reduction <add>, %v : vector<4xf32> into f32
    return %0 : f32
  }
  func.func @x86vector(%v: vector<8xf32>) -> vector<8xf32> {
    %0 = x86vector.avx.rsqrt %v : vector<8xf32>
    return %0 : vector<8xf32>
  }
  func.func @xegpu(%m: memref<24x32xf32>) {
    %0 = xegpu.create_nd_tdesc %m : memref<24x32xf32> -> !xegpu.tensor_desc<8x16xf32>
    return
  }
  func.func @xevm(%p: !llvm.ptr<1>) {
    xevm.memfence <{addrspace = #xevm.addr_space<global>, scope = #xevm.mem_scope<workgroup>}>
    return
  }
  module @transform attributes {transform.with_named_sequence} {
    transform.named_sequence @main(%a: !transform.any_op {transform.readonly}) {
      transform.yield
    }
  }
  wasmssa.func exported @wasmssa() -> i32 {
    %0 = wasmssa.const 1 : i32
    wasmssa.return %0 : i32
  }
}
