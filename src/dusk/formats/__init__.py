"""The files of others: nets, parameters and settings as Caffe, cxxnet, MXNet and ONNX write them."""
