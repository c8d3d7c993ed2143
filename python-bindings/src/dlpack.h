//===- dlpack.h - DLPack 1.3's structs ------------------------------*- C
//-*-===//
//
// What this extension uses of the standard's ABI (dmlc/dlpack, Apache-2.0):
// tensors as __dlpack__ passes them, and the table of functions that types
// offer as __dlpack_c_exchange_api__.
//
//===----------------------------------------------------------------------===//

#ifndef TC_PYTHON_DLPACK_H
#define TC_PYTHON_DLPACK_H

#include <stdint.h>

typedef struct DLPackVersion {
  uint32_t major, minor;
} DLPackVersion;

enum {
  kDLCPU = 1,
  kDLCUDA = 2,
  kDLCUDAHost = 3,
  kDLROCM = 10,
  kDLROCMHost = 11,
  kDLCUDAManaged = 13
};

typedef struct DLDevice {
  int32_t device_type, device_id;
} DLDevice;

enum {
  kDLInt = 0,
  kDLUInt = 1,
  kDLFloat = 2,
  kDLBfloat = 4,
  kDLComplex = 5,
  kDLBool = 6,
  kDLFloat8_e4m3fn = 10,
  kDLFloat8_e5m2 = 12
};

typedef struct DLDataType {
  uint8_t code, bits;
  uint16_t lanes;
} DLDataType;

typedef struct DLTensor {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides; ///< in elements; NULL: dense row-major
  uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

enum { kDLFlagReadOnly = 1 };

typedef struct DLManagedTensorVersioned {
  DLPackVersion version;
  void *manager_ctx;
  void (*deleter)(struct DLManagedTensorVersioned *self);
  uint64_t flags;
  DLTensor dl_tensor;
} DLManagedTensorVersioned;

typedef struct DLPackExchangeAPI {
  DLPackVersion version;
  void *previous;
  int (*managed_tensor_allocator)(DLTensor *prototype,
                                  DLManagedTensorVersioned **out,
                                  void *error_ctx,
                                  void (*set_error)(void *error_ctx,
                                                    const char *kind,
                                                    const char *message));
  int (*managed_tensor_from_py_object_no_sync)(void *object,
                                               DLManagedTensorVersioned **out);
  int (*managed_tensor_to_py_object_no_sync)(DLManagedTensorVersioned *tensor,
                                             void **object);
  int (*dltensor_from_py_object_no_sync)(void *object, DLTensor *out);
  int (*current_work_stream)(int32_t device_type, int32_t device_id,
                             void **stream);
} DLPackExchangeAPI;

#endif // TC_PYTHON_DLPACK_H
