"""Models that everybody knows, each one short file: to be used, read and changed."""

from dusk.nn.zoo.autoencoder import VAE
from dusk.nn.zoo.gpt import GPT
from dusk.nn.zoo.images import lenet, mlp, mobilenet, vgg11
from dusk.nn.zoo.resnet import resnet18, resnet20
from dusk.nn.zoo.text import CharLSTM, Seq2Seq

__all__ = ["GPT", "VAE", "CharLSTM", "Seq2Seq", "lenet", "mlp", "mobilenet", "resnet18", "resnet20", "vgg11"]
