"""The messages of ONNX's files that are read and written; facts of `onnx.proto` (IR version 14)."""

from __future__ import annotations

from dusk.formats.protobuf import messages

_TABLE = """
Entry: key 1 string, value 2 string
Version: domain 1 string, version 2 int64
Dimension: dim_value 1 int64, dim_param 2 string
Shape: dim 1 Dimension[]
TensorType: elem_type 1 int32, shape 2 Shape
SequenceType: elem_type 1 Type
MapType: key_type 1 int32, value_type 2 Type
Type: tensor_type 1 TensorType, sequence_type 4 SequenceType, map_type 5 MapType, optional_type 9 SequenceType,
  sparse_tensor_type 8 TensorType
ValueInfo: name 1 string, type 2 Type, doc_string 3 string
Segment: begin 1 int64, end 2 int64
Tensor: dims 1 int64*, data_type 2 int32, segment 3 Segment, float_data 4 float*, int32_data 5 int32*,
  string_data 6 bytes[], int64_data 7 int64*, name 8 string, raw_data 9 bytes, double_data 10 double*,
  uint64_data 11 uint64*, external_data 13 Entry[], data_location 14 int32
SparseTensor: values 1 Tensor, indices 2 Tensor, dims 3 int64*
Attribute: name 1 string, f 2 float, i 3 int64, s 4 bytes, t 5 Tensor, g 6 Graph, floats 7 float*, ints 8 int64*,
  strings 9 bytes[], tensors 10 Tensor[], graphs 11 Graph[], tp 14 Type, type_protos 15 Type[], type 20 int32,
  ref_attr_name 21 string, sparse_tensor 22 SparseTensor, sparse_tensors 23 SparseTensor[]
Node: input 1 string[], output 2 string[], name 3 string, op_type 4 string, attribute 5 Attribute[],
  doc_string 6 string, domain 7 string, overload 8 string
Graph: node 1 Node[], name 2 string, initializer 5 Tensor[], doc_string 10 string, input 11 ValueInfo[],
  output 12 ValueInfo[], value_info 13 ValueInfo[], sparse_initializer 15 SparseTensor[]
Function: name 1 string, input 4 string[], output 5 string[], attribute 6 string[], node 7 Node[],
  doc_string 8 string, opset_import 9 Version[], domain 10 string, attribute_proto 11 Attribute[],
  overload 13 string
Model: ir_version 1 int64, producer_name 2 string, producer_version 3 string, domain 4 string,
  model_version 5 int64, doc_string 6 string, graph 7 Graph, opset_import 8 Version[], metadata_props 14 Entry[],
  functions 25 Function[]
"""

MESSAGES = messages(_TABLE)
MODEL, GRAPH, NODE, ATTRIBUTE, TENSOR = (MESSAGES[n] for n in ("Model", "Graph", "Node", "Attribute", "Tensor"))
VALUE, TYPE, TENSOR_TYPE, SHAPE, DIMENSION = (
    MESSAGES[n] for n in ("ValueInfo", "Type", "TensorType", "Shape", "Dimension")
)
VERSION, ENTRY, FUNCTION = MESSAGES["Version"], MESSAGES["Entry"], MESSAGES["Function"]
