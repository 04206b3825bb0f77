"""The messages of Caffe's files: nets, layers (of both generations), solvers, blobs; facts of its `caffe.proto`."""

from __future__ import annotations

from enum import IntEnum

from dusk.formats.protobuf import messages

Phase = IntEnum("Phase", "TRAIN TEST", start=0)
LayerType = IntEnum(
    "LayerType",
    "NONE ACCURACY BNLL CONCAT CONVOLUTION DATA DROPOUT EUCLIDEAN_LOSS FLATTEN HDF5_DATA HDF5_OUTPUT IM2COL IMAGE_DATA "
    "INFOGAIN_LOSS INNER_PRODUCT LRN MULTINOMIAL_LOGISTIC_LOSS POOLING RELU SIGMOID SOFTMAX SOFTMAX_LOSS SPLIT TANH "
    "WINDOW_DATA ELTWISE POWER SIGMOID_CROSS_ENTROPY_LOSS HINGE_LOSS MEMORY_DATA ARGMAX THRESHOLD DUMMY_DATA SLICE MVN "
    "ABSVAL SILENCE CONTRASTIVE_LOSS EXP DECONVOLUTION",
    start=0,
)
_ENUMS = [
    Phase,
    LayerType,
    IntEnum("VarianceNorm", "FAN_IN FAN_OUT AVERAGE", start=0),
    IntEnum("SnapshotFormat", "HDF5 BINARYPROTO", start=0),
    IntEnum("SolverMode", "CPU GPU", start=0),
    IntEnum("SolverType", "SGD NESTEROV ADAGRAD RMSPROP ADADELTA ADAM", start=0),
    IntEnum("DimCheckMode", "STRICT PERMISSIVE", start=0),
    IntEnum("NormalizationMode", "FULL VALID BATCH_SIZE NONE", start=0),
    IntEnum("Engine", "DEFAULT CAFFE CUDNN", start=0),
    IntEnum("DB", "LEVELDB LMDB", start=0),
    IntEnum("EltwiseOp", "PROD SUM MAX", start=0),
    IntEnum("Norm", "L1 L2"),
    IntEnum("NormRegion", "ACROSS_CHANNELS WITHIN_CHANNEL", start=0),
    IntEnum("PoolMethod", "MAX AVE STOCHASTIC", start=0),
    IntEnum("RoundMode", "CEIL FLOOR", start=0),
    IntEnum("ReductionOp", "SUM ASUM SUMSQ MEAN"),
]

_TABLE = """
BlobShape:
  dim 1 int64[]packed
BlobProto:
  shape 7 BlobShape, data 5 float*, diff 6 float*, double_data 8 double*, double_diff 9 double*, num 1 int32,
  channels 2 int32, height 3 int32, width 4 int32
Datum:
  channels 1 int32, height 2 int32, width 3 int32, data 4 bytes, label 5 int32, float_data 6 float[], encoded 7 bool
FillerParameter:
  type 1 string constant, value 2 float, min 3 float, max 4 float 1, mean 5 float, std 6 float 1, sparse 7 int32 -1,
  variance_norm 8 VarianceNorm FAN_IN
NetParameter:
  name 1 string, input 3 string[], input_shape 8 BlobShape[], input_dim 4 int32[], force_backward 5 bool,
  state 6 NetState, debug_info 7 bool, layer 100 LayerParameter[], layers 2 V1LayerParameter[]
SolverParameter:
  net 24 string, net_param 25 NetParameter, train_net 1 string, test_net 2 string[],
  train_net_param 21 NetParameter, test_net_param 22 NetParameter[], train_state 26 NetState,
  test_state 27 NetState[], test_iter 3 int32[], test_interval 4 int32, test_compute_loss 19 bool,
  test_initialization 32 bool true, base_lr 5 float, display 6 int32, average_loss 33 int32 1, max_iter 7 int32,
  iter_size 36 int32 1, lr_policy 8 string, gamma 9 float, power 10 float, momentum 11 float, weight_decay 12 float,
  regularization_type 29 string L2, stepsize 13 int32, stepvalue 34 int32[], clip_gradients 35 float -1,
  snapshot 14 int32, snapshot_prefix 15 string, snapshot_diff 16 bool,
  snapshot_format 37 SnapshotFormat BINARYPROTO, solver_mode 17 SolverMode GPU, device_id 18 int32,
  random_seed 20 int64 -1, type 40 string SGD, delta 31 float 1e-08, momentum2 39 float 0.999,
  rms_decay 38 float 0.99, debug_info 23 bool, snapshot_after_train 28 bool true, solver_type 30 SolverType SGD,
  layer_wise_reduce 41 bool true, weights 42 string[]
SolverState:
  iter 1 int32, learned_net 2 string, history 3 BlobProto[], current_step 4 int32
NetState:
  phase 1 Phase TEST, level 2 int32, stage 3 string[]
NetStateRule:
  phase 1 Phase, min_level 2 int32, max_level 3 int32, stage 4 string[], not_stage 5 string[]
ParamSpec:
  name 1 string, share_mode 2 DimCheckMode, lr_mult 3 float 1, decay_mult 4 float 1
LayerParameter:
  name 1 string, type 2 string, bottom 3 string[], top 4 string[], phase 10 Phase, loss_weight 5 float[],
  param 6 ParamSpec[], blobs 7 BlobProto[], propagate_down 11 bool[], include 8 NetStateRule[],
  exclude 9 NetStateRule[], transform_param 100 TransformationParameter, loss_param 101 LossParameter,
  accuracy_param 102 AccuracyParameter, argmax_param 103 ArgMaxParameter, batch_norm_param 139 BatchNormParameter,
  bias_param 141 BiasParameter, clip_param 148 ClipParameter, concat_param 104 ConcatParameter,
  contrastive_loss_param 105 ContrastiveLossParameter, convolution_param 106 ConvolutionParameter,
  crop_param 144 CropParameter, data_param 107 DataParameter, dropout_param 108 DropoutParameter,
  dummy_data_param 109 DummyDataParameter, eltwise_param 110 EltwiseParameter, elu_param 140 ELUParameter,
  embed_param 137 EmbedParameter, exp_param 111 ExpParameter, flatten_param 135 FlattenParameter,
  hdf5_data_param 112 HDF5DataParameter, hdf5_output_param 113 HDF5OutputParameter,
  hinge_loss_param 114 HingeLossParameter, image_data_param 115 ImageDataParameter,
  infogain_loss_param 116 InfogainLossParameter, inner_product_param 117 InnerProductParameter,
  input_param 143 InputParameter, log_param 134 LogParameter, lrn_param 118 LRNParameter,
  memory_data_param 119 MemoryDataParameter, mvn_param 120 MVNParameter, parameter_param 145 ParameterParameter,
  pooling_param 121 PoolingParameter, power_param 122 PowerParameter, prelu_param 131 PReLUParameter,
  python_param 130 PythonParameter, recurrent_param 146 RecurrentParameter, reduction_param 136 ReductionParameter,
  relu_param 123 ReLUParameter, reshape_param 133 ReshapeParameter, scale_param 142 ScaleParameter,
  sigmoid_param 124 SigmoidParameter, softmax_param 125 SoftmaxParameter, spp_param 132 SPPParameter,
  slice_param 126 SliceParameter, swish_param 147 SwishParameter, tanh_param 127 TanHParameter,
  threshold_param 128 ThresholdParameter, tile_param 138 TileParameter, window_data_param 129 WindowDataParameter
TransformationParameter:
  scale 1 float 1, mirror 2 bool, crop_size 3 uint32, mean_file 4 string, mean_value 5 float[], force_color 6 bool,
  force_gray 7 bool
LossParameter:
  ignore_label 1 int32, normalization 3 NormalizationMode VALID, normalize 2 bool
AccuracyParameter:
  top_k 1 uint32 1, axis 2 int32 1, ignore_label 3 int32
ArgMaxParameter:
  out_max_val 1 bool, top_k 2 uint32 1, axis 3 int32
ClipParameter:
  min 1 float, max 2 float
ConcatParameter:
  axis 2 int32 1, concat_dim 1 uint32 1
BatchNormParameter:
  use_global_stats 1 bool, moving_average_fraction 2 float 0.999, eps 3 float 1e-05
BiasParameter:
  axis 1 int32 1, num_axes 2 int32 1, filler 3 FillerParameter
ContrastiveLossParameter:
  margin 1 float 1, legacy_version 2 bool
ConvolutionParameter:
  num_output 1 uint32, bias_term 2 bool true, pad 3 uint32[], kernel_size 4 uint32[], stride 6 uint32[],
  dilation 18 uint32[], pad_h 9 uint32, pad_w 10 uint32, kernel_h 11 uint32, kernel_w 12 uint32, stride_h 13 uint32,
  stride_w 14 uint32, group 5 uint32 1, weight_filler 7 FillerParameter, bias_filler 8 FillerParameter,
  engine 15 Engine DEFAULT, axis 16 int32 1, force_nd_im2col 17 bool
CropParameter:
  axis 1 int32 2, offset 2 uint32[]
DataParameter:
  source 1 string, batch_size 4 uint32, rand_skip 7 uint32, backend 8 DB LEVELDB, scale 2 float 1,
  mean_file 3 string, crop_size 5 uint32, mirror 6 bool, force_encoded_color 9 bool, prefetch 10 uint32 4
DropoutParameter:
  dropout_ratio 1 float 0.5
DummyDataParameter:
  data_filler 1 FillerParameter[], shape 6 BlobShape[], num 2 uint32[], channels 3 uint32[], height 4 uint32[],
  width 5 uint32[]
EltwiseParameter:
  operation 1 EltwiseOp SUM, coeff 2 float[], stable_prod_grad 3 bool true
ELUParameter:
  alpha 1 float 1
EmbedParameter:
  num_output 1 uint32, input_dim 2 uint32, bias_term 3 bool true, weight_filler 4 FillerParameter,
  bias_filler 5 FillerParameter
ExpParameter:
  base 1 float -1, scale 2 float 1, shift 3 float
FlattenParameter:
  axis 1 int32 1, end_axis 2 int32 -1
HDF5DataParameter:
  source 1 string, batch_size 2 uint32, shuffle 3 bool
HDF5OutputParameter:
  file_name 1 string
HingeLossParameter:
  norm 1 Norm L1
ImageDataParameter:
  source 1 string, batch_size 4 uint32 1, rand_skip 7 uint32, shuffle 8 bool, new_height 9 uint32,
  new_width 10 uint32, is_color 11 bool true, scale 2 float 1, mean_file 3 string, crop_size 5 uint32,
  mirror 6 bool, root_folder 12 string
InfogainLossParameter:
  source 1 string, axis 2 int32 1
InnerProductParameter:
  num_output 1 uint32, bias_term 2 bool true, weight_filler 3 FillerParameter, bias_filler 4 FillerParameter,
  axis 5 int32 1, transpose 6 bool
InputParameter:
  shape 1 BlobShape[]
LogParameter:
  base 1 float -1, scale 2 float 1, shift 3 float
LRNParameter:
  local_size 1 uint32 5, alpha 2 float 1, beta 3 float 0.75, norm_region 4 NormRegion ACROSS_CHANNELS, k 5 float 1,
  engine 6 Engine DEFAULT
MemoryDataParameter:
  batch_size 1 uint32, channels 2 uint32, height 3 uint32, width 4 uint32
MVNParameter:
  normalize_variance 1 bool true, across_channels 2 bool, eps 3 float 1e-09
ParameterParameter:
  shape 1 BlobShape
PoolingParameter:
  pool 1 PoolMethod MAX, pad 4 uint32, pad_h 9 uint32, pad_w 10 uint32, kernel_size 2 uint32, kernel_h 5 uint32,
  kernel_w 6 uint32, stride 3 uint32 1, stride_h 7 uint32, stride_w 8 uint32, engine 11 Engine DEFAULT,
  global_pooling 12 bool, round_mode 13 RoundMode CEIL
PowerParameter:
  power 1 float 1, scale 2 float 1, shift 3 float
PythonParameter:
  module 1 string, layer 2 string, param_str 3 string, share_in_parallel 4 bool
RecurrentParameter:
  num_output 1 uint32, weight_filler 2 FillerParameter, bias_filler 3 FillerParameter, debug_info 4 bool,
  expose_hidden 5 bool
ReductionParameter:
  operation 1 ReductionOp SUM, axis 2 int32, coeff 3 float 1
ReLUParameter:
  negative_slope 1 float, engine 2 Engine DEFAULT
ReshapeParameter:
  shape 1 BlobShape, axis 2 int32, num_axes 3 int32 -1
ScaleParameter:
  axis 1 int32 1, num_axes 2 int32 1, filler 3 FillerParameter, bias_term 4 bool, bias_filler 5 FillerParameter
SigmoidParameter:
  engine 1 Engine DEFAULT
SliceParameter:
  axis 3 int32 1, slice_point 2 uint32[], slice_dim 1 uint32 1
SoftmaxParameter:
  engine 1 Engine DEFAULT, axis 2 int32 1
SwishParameter:
  beta 1 float 1
TanHParameter:
  engine 1 Engine DEFAULT
TileParameter:
  axis 1 int32 1, tiles 2 int32
ThresholdParameter:
  threshold 1 float
WindowDataParameter:
  source 1 string, scale 2 float 1, mean_file 3 string, batch_size 4 uint32, crop_size 5 uint32, mirror 6 bool,
  fg_threshold 7 float 0.5, bg_threshold 8 float 0.5, fg_fraction 9 float 0.25, context_pad 10 uint32,
  crop_mode 11 string warp, cache_images 12 bool, root_folder 13 string
SPPParameter:
  pyramid_height 1 uint32, pool 2 PoolMethod MAX, engine 6 Engine DEFAULT
V1LayerParameter:
  bottom 2 string[], top 3 string[], name 4 string, include 32 NetStateRule[], exclude 33 NetStateRule[],
  type 5 LayerType, blobs 6 BlobProto[], param 1001 string[], blob_share_mode 1002 DimCheckMode[],
  blobs_lr 7 float[], weight_decay 8 float[], loss_weight 35 float[], accuracy_param 27 AccuracyParameter,
  argmax_param 23 ArgMaxParameter, concat_param 9 ConcatParameter,
  contrastive_loss_param 40 ContrastiveLossParameter, convolution_param 10 ConvolutionParameter,
  data_param 11 DataParameter, dropout_param 12 DropoutParameter, dummy_data_param 26 DummyDataParameter,
  eltwise_param 24 EltwiseParameter, exp_param 41 ExpParameter, hdf5_data_param 13 HDF5DataParameter,
  hdf5_output_param 14 HDF5OutputParameter, hinge_loss_param 29 HingeLossParameter,
  image_data_param 15 ImageDataParameter, infogain_loss_param 16 InfogainLossParameter,
  inner_product_param 17 InnerProductParameter, lrn_param 18 LRNParameter, memory_data_param 22 MemoryDataParameter,
  mvn_param 34 MVNParameter, pooling_param 19 PoolingParameter, power_param 21 PowerParameter,
  relu_param 30 ReLUParameter, sigmoid_param 38 SigmoidParameter, softmax_param 39 SoftmaxParameter,
  slice_param 31 SliceParameter, tanh_param 37 TanHParameter, threshold_param 25 ThresholdParameter,
  window_data_param 20 WindowDataParameter, transform_param 36 TransformationParameter, loss_param 42 LossParameter
PReLUParameter:
  filler 1 FillerParameter, channel_shared 2 bool
"""

MESSAGES = messages(_TABLE, _ENUMS)
NET, LAYER, V1_LAYER = (MESSAGES[name] for name in ("NetParameter", "LayerParameter", "V1LayerParameter"))
SOLVER, SOLVER_STATE = MESSAGES["SolverParameter"], MESSAGES["SolverState"]
BLOB, BLOB_SHAPE, FILLER, PARAM = (MESSAGES[n] for n in ("BlobProto", "BlobShape", "FillerParameter", "ParamSpec"))
NET_STATE, RULE = MESSAGES["NetState"], MESSAGES["NetStateRule"]
