"""Networks for images, as their authors write them: classifiers, detectors and
their matching and suppression of boxes, segmenters, fields of radiance."""
import math

import torch
from networks import Squeeze, network
from torch import nn
from torch.nn import functional as F


class LayerNorm2d(nn.Module):
    """ConvNeXt's norm over the channels of an image."""

    def __init__(self, n):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.ones(n)), nn.Parameter(
            torch.zeros(n))

    def forward(self, x):
        u = x.mean(1, keepdim=True)
        s = (x - u).pow(2).mean(1, keepdim=True)
        x = (x - u) / torch.sqrt(s + 1e-6)
        return self.weight[:, None, None] * x + self.bias[:, None, None]


class ConvNeXtBlock(nn.Module):
    def __init__(self, n, keep):
        super().__init__()
        self.dw, self.norm = nn.Conv2d(n, n, 7, padding=3, groups=n), \
            nn.LayerNorm(n, 1e-6)
        self.a, self.b = nn.Linear(n, 4 * n), nn.Linear(4 * n, n)
        self.gamma, self.keep = nn.Parameter(1e-1 * torch.ones(n)), keep

    def forward(self, x):
        y = self.dw(x).permute(0, 2, 3, 1)
        y = self.gamma * self.b(F.gelu(self.a(self.norm(y))))
        y = y.permute(0, 3, 1, 2)
        if self.training and self.keep < 1:  # stochastic depth
            mask = self.keep + torch.rand(x.shape[0], 1, 1, 1, dtype=x.dtype,
                                          device=x.device)
            y = y.div(self.keep) * mask.floor_()
        return x + y


@network
def convnext():
    return nn.Sequential(
        nn.Conv2d(3, 8, 4, 4), LayerNorm2d(8), ConvNeXtBlock(8, 1.0),
        LayerNorm2d(8), nn.Conv2d(8, 16, 2, 2), ConvNeXtBlock(16, 0.8),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(1), nn.LayerNorm(16),
        nn.Linear(16, 5)), (torch.randn(2, 3, 32, 32),)


class FusedMBConv(nn.Module):
    def __init__(self, a, b, stride):
        super().__init__()
        self.skip = a == b and stride == 1
        self.body = nn.Sequential(
            nn.Conv2d(a, 4 * a, 3, stride, 1, bias=False),
            nn.BatchNorm2d(4 * a, 1e-3, 0.01), nn.SiLU(True),
            Squeeze(4 * a), nn.Conv2d(4 * a, b, 1, bias=False),
            nn.BatchNorm2d(b, 1e-3, 0.01))

    def forward(self, x):
        y = self.body(x)
        return y + x if self.skip else y


@network
def efficientnet_v2():
    return nn.Sequential(
        nn.ZeroPad2d((0, 1, 0, 1)), nn.Conv2d(3, 8, 3, 2, bias=False),
        FusedMBConv(8, 8, 1), FusedMBConv(8, 12, 2), nn.AdaptiveAvgPool2d(1),
        nn.Flatten(), nn.Dropout(0.1), nn.Linear(12, 4)), \
        (torch.randn(2, 3, 17, 22),)


def window_partition(x, w):
    b, h, v, c = x.shape
    x = x.view(b, h // w, w, v // w, w, c)
    return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, w, w, c)


def window_reverse(windows, w, h, v):
    b = int(windows.shape[0] / (h * v / w / w))
    x = windows.view(b, h // w, v // w, w, w, -1)
    return x.permute(0, 1, 3, 2, 4, 5).contiguous().view(b, h, v, -1)


class WindowAttention(nn.Module):
    def __init__(self, n, w, heads):
        super().__init__()
        self.heads, self.scale = heads, (n // heads) ** -0.5
        self.table = nn.Parameter(torch.randn((2 * w - 1) ** 2, heads))
        at = torch.stack(torch.meshgrid(torch.arange(w), torch.arange(w),
                                        indexing="ij")).flatten(1)
        at = (at[:, :, None] - at[:, None, :]).permute(1, 2, 0).contiguous()
        at[:, :, 0] += w - 1
        at[:, :, 1] += w - 1
        at[:, :, 0] *= 2 * w - 1
        self.register_buffer("at", at.sum(-1))
        self.qkv, self.proj = nn.Linear(n, 3 * n), nn.Linear(n, n)

    def forward(self, x, mask):
        b, n, c = x.shape
        qkv = self.qkv(x).reshape(b, n, 3, self.heads, c // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        scores = (q * self.scale) @ k.transpose(-2, -1)
        bias = self.table[self.at.view(-1)].view(n, n, -1)
        scores = scores + bias.permute(2, 0, 1).contiguous().unsqueeze(0)
        windows = mask.shape[0]
        scores = scores.view(b // windows, windows, self.heads, n, n) + \
            mask.unsqueeze(1).unsqueeze(0)
        x = scores.view(-1, self.heads, n, n).softmax(-1) @ v
        return self.proj(x.transpose(1, 2).reshape(b, n, c))


@network
def swin():
    class Block(nn.Module):
        def __init__(self, n=16, w=4, shift=2, size=8):
            super().__init__()
            self.w, self.shift, self.size = w, shift, size
            self.norm, self.attention = nn.LayerNorm(n), WindowAttention(n, w, 2)
            regions, count = torch.zeros(1, size, size, 1), 0
            parts = (slice(0, -w), slice(-w, -shift), slice(-shift, None))
            for h in parts:
                for v in parts:
                    regions[:, h, v, :] = count
                    count += 1
            flat = window_partition(regions, w).view(-1, w * w)
            mask = flat.unsqueeze(1) - flat.unsqueeze(2)
            self.register_buffer("mask", mask.masked_fill(
                mask != 0, -100.0).masked_fill(mask == 0, 0.0))

        def forward(self, x):
            b, length, c = x.shape
            y = self.norm(x).view(b, self.size, self.size, c)
            y = torch.roll(y, (-self.shift, -self.shift), (1, 2))
            y = window_partition(y, self.w).view(-1, self.w * self.w, c)
            y = self.attention(y, self.mask).view(-1, self.w, self.w, c)
            y = window_reverse(y, self.w, self.size, self.size)
            y = torch.roll(y, (self.shift, self.shift), (1, 2))
            return x + y.view(b, length, c)
    return Block(), (torch.randn(2, 64, 16),)


@network
def maxvit_grid():
    class Net(nn.Module):
        def __init__(self, n=8, g=2):
            super().__init__()
            self.g, self.conv = g, FusedMBConv(n, n, 1)
            self.block = nn.MultiheadAttention(n, 2, batch_first=True)
            self.grid = nn.MultiheadAttention(n, 2, batch_first=True)

        def forward(self, x):
            x = self.conv(x)
            b, c, h, w = x.shape
            g = self.g
            y = x.view(b, c, h // g, g, w // g, g).permute(0, 2, 4, 3, 5, 1)
            y = y.reshape(-1, g * g, c)
            y = self.block(y, y, y)[0].view(b, h // g, w // g, g, g, c)
            x = x + y.permute(0, 5, 1, 3, 2, 4).reshape(x.shape)
            y = x.view(b, c, g, h // g, g, w // g).permute(0, 3, 5, 2, 4, 1)
            y = y.reshape(-1, g * g, c)
            y = self.grid(y, y, y)[0].view(b, h // g, w // g, g, g, c)
            return x + y.permute(0, 5, 3, 1, 4, 2).reshape(x.shape)
    return Net(), (torch.randn(2, 8, 4, 6),)


@network
def hrnet_fuse():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.high, self.low = nn.Conv2d(4, 4, 3, 1, 1), \
                nn.Conv2d(8, 8, 3, 1, 1)
            self.up, self.down = nn.Conv2d(8, 4, 1), nn.Conv2d(4, 8, 3, 2, 1)

        def forward(self, x, y):
            x, y = F.relu(self.high(x)), F.relu(self.low(y))
            a = x + F.interpolate(self.up(y), size=x.shape[-2:],
                                  mode="bilinear", align_corners=True)
            return F.relu(a), F.relu(y + self.down(x))
    return Net(), (torch.randn(1, 4, 9, 12), torch.randn(1, 8, 5, 6))


@network
def shufflenet():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.c = nn.Sequential(
                nn.Conv2d(4, 4, 1), nn.BatchNorm2d(4), nn.ReLU(True),
                nn.Conv2d(4, 4, 3, 1, 1, groups=4), nn.BatchNorm2d(4))

        def forward(self, x):
            a, b = x.chunk(2, 1)
            x = torch.cat((a, self.c(b)), 1)
            n, c, h, w = x.size()
            x = x.view(n, 2, c // 2, h, w).transpose(1, 2).contiguous()
            return x.view(n, -1, h, w).mean([2, 3])
    return Net(), (torch.randn(2, 8, 6, 5),)


@network
def densenet():
    class Layer(nn.Module):
        def __init__(self, a, k):
            super().__init__()
            self.n, self.c = nn.BatchNorm2d(a), nn.Conv2d(a, k, 3, 1, 1)

        def forward(self, xs):
            return self.c(F.relu(self.n(torch.cat(xs, 1)), inplace=True))

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.ModuleList(Layer(4 + 3 * i, 3) for i in range(4))

        def forward(self, x):
            xs = [x]
            for layer in self.layers:
                xs.append(layer(xs))
            return F.avg_pool2d(torch.cat(xs, 1), 2)
    return Net(), (torch.randn(2, 4, 6, 6),)


@network
def yolo_head():
    class Net(nn.Module):
        """Decoded boxes of two scales, as YOLOv5 and v8 write them."""

        def __init__(self, classes=3, bins=4):
            super().__init__()
            self.classes, self.bins = classes, bins
            self.convs = nn.ModuleList(
                nn.Conv2d(c, 4 * bins + classes, 1) for c in (6, 8))
            self.register_buffer("project", torch.arange(bins,
                                                         dtype=torch.float))

        def forward(self, xs):
            anchors, strides, outs = [], [], []
            for x, conv, stride in zip(xs, self.convs, (8, 16)):
                h, w = x.shape[-2:]
                sx = torch.arange(w, device=x.device, dtype=x.dtype) + 0.5
                sy = torch.arange(h, device=x.device, dtype=x.dtype) + 0.5
                sy, sx = torch.meshgrid(sy, sx, indexing="ij")
                anchors.append(torch.stack((sx, sy), -1).view(-1, 2))
                strides.append(torch.full((h * w, 1), stride, dtype=x.dtype,
                                          device=x.device))
                outs.append(conv(x).view(x.shape[0], 4 * self.bins +
                                         self.classes, -1))
            anchors = torch.cat(anchors).transpose(0, 1)
            strides = torch.cat(strides).transpose(0, 1)
            box, cls = torch.cat(outs, 2).split((4 * self.bins, self.classes),
                                                1)
            b, _, n = box.shape
            box = box.view(b, 4, self.bins, n).transpose(2, 1).softmax(1)
            box = (box * self.project.view(1, -1, 1, 1)).sum(1)
            lt, rb = box.chunk(2, 1)
            a, c = anchors.unsqueeze(0) - lt, anchors.unsqueeze(0) + rb
            box = torch.cat(((a + c) / 2, c - a), 1) * strides
            return torch.cat((box, cls.sigmoid()), 1)
    return Net(), ([torch.randn(2, 6, 8, 6), torch.randn(2, 8, 4, 3)],)


def box_iou(a, b):
    area_a = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])
    area_b = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
    lt = torch.max(a[:, None, :2], b[:, :2])
    rb = torch.min(a[:, None, 2:], b[:, 2:])
    wh = (rb - lt).clamp(min=0)
    inter = wh[:, :, 0] * wh[:, :, 1]
    union = area_a[:, None] + area_b - inter
    return inter / union, union


def corners(x):
    cx, cy, w, h = x.unbind(-1)
    return torch.stack([cx - 0.5 * w, cy - 0.5 * h, cx + 0.5 * w,
                        cy + 0.5 * h], -1)


@network
def suppression():
    class Net(nn.Module):
        """Non-maximum suppression of a fixed number of boxes."""

        def forward(self, boxes, scores, most=5, limit=0.3):
            top, order = scores.topk(12)
            boxes = corners(boxes)[order]
            iou = box_iou(boxes, boxes)[0].triu(1)
            keep = torch.ones_like(top, dtype=torch.bool)
            for i in range(boxes.shape[0]):
                keep = keep & ~((iou[i] > limit) & keep[i])
            score = torch.where(keep, top, -1.0)
            best, at = score.topk(most)
            return boxes[at], best, order[at], keep.sum()
    return Net(), (torch.rand(20, 4), torch.rand(20))


@network
def detr_losses():
    class Net(nn.Module):
        """The cost matrix of the matcher and the losses of given pairs."""

        def __init__(self):
            super().__init__()
            self.c, self.b = nn.Linear(8, 5), nn.Linear(8, 4)
            weight = torch.ones(5)
            weight[-1] = 0.1
            self.register_buffer("weight", weight)

        def forward(self, x, ids, boxes, rows, columns):
            logits, boxed = self.c(x), self.b(x).sigmoid()
            prob = logits.flatten(0, 1).softmax(-1)
            cost = torch.cdist(boxed.flatten(0, 1), boxes, p=1)
            a, b = corners(boxed.flatten(0, 1)), corners(boxes)
            iou, union = box_iou(a, b)
            lt = torch.min(a[:, None, :2], b[:, :2])
            rb = torch.max(a[:, None, 2:], b[:, 2:])
            wh = (rb - lt).clamp(min=0)
            area = wh[:, :, 0] * wh[:, :, 1]
            giou = iou - (area - union) / area
            total = 5 * cost - prob[:, ids] - 2 * giou
            total = total.view(x.shape[0], x.shape[1], -1)
            batch = torch.arange(2, device=x.device).repeat_interleave(2)
            target = torch.full(logits.shape[:2], 4, dtype=torch.int64,
                                device=x.device)
            target[batch, rows] = ids[columns]
            ce = F.cross_entropy(logits.transpose(1, 2), target, self.weight)
            l1 = F.l1_loss(boxed[batch, rows], boxes[columns],
                           reduction="none").sum() / 4
            return total, ce, l1, (1 - torch.diag(
                giou.view(2, -1, 4)[batch, rows][:, columns])).sum()
    return Net(), (torch.randn(2, 6, 8), torch.tensor([0, 3, 1, 2]),
                   torch.rand(4, 4), torch.tensor([5, 0, 2, 3]),
                   torch.tensor([1, 0, 3, 2]))


@network
def focal_loss():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.f = nn.Linear(6, 4)

        def forward(self, x, hot):
            z = self.f(x)
            p = torch.sigmoid(z)
            ce = F.binary_cross_entropy_with_logits(z, hot, reduction="none")
            pt = p * hot + (1 - p) * (1 - hot)
            alpha = 0.25 * hot + 0.75 * (1 - hot)
            inter = 2 * (p * hot).sum(-1) + 1
            dice = 1 - inter / (p.sum(-1) + hot.sum(-1) + 1)
            return (alpha * ce * (1 - pt) ** 2).mean(1).sum(), dice.mean()
    return Net(), (torch.randn(5, 6), (torch.rand(5, 4) > 0.5).float())


@network
def unet_3d():
    class Double(nn.Sequential):
        def __init__(self, a, b):
            super().__init__(
                nn.Conv3d(a, b, 3, padding=1), nn.InstanceNorm3d(b, affine=True),
                nn.LeakyReLU(0.01, True), nn.Conv3d(b, b, 3, padding=1),
                nn.GroupNorm(2, b), nn.ELU(inplace=True))

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = Double(1, 4), Double(4, 8)
            self.up, self.c = nn.ConvTranspose3d(8, 4, 2, 2), Double(8, 4)
            self.out = nn.Conv3d(4, 2, 1)

        def forward(self, x):
            a = self.a(x)
            b = self.b(F.max_pool3d(a, 2))
            up = F.interpolate(b, size=a.shape[2:], mode="trilinear",
                               align_corners=False)
            return self.out(self.c(torch.cat((self.up(b), a), 1))), up
    return Net(), (torch.randn(1, 1, 4, 8, 6),)


@network
def deeplab():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.rates = nn.ModuleList(
                nn.Conv2d(4, 4, 3, padding=r, dilation=r, bias=False)
                for r in (1, 2, 3))
            self.pool = nn.Sequential(nn.AdaptiveAvgPool2d(1),
                                      nn.Conv2d(4, 4, 1), nn.ReLU())
            self.out = nn.Sequential(nn.Conv2d(16, 4, 1), nn.BatchNorm2d(4),
                                     nn.ReLU(), nn.Dropout(0.0),
                                     nn.Conv2d(4, 3, 1))

        def forward(self, x):
            size = x.shape[-2:]
            y = F.interpolate(self.pool(x), size=size, mode="bilinear",
                              align_corners=False)
            y = self.out(torch.cat([r(x) for r in self.rates] + [y], 1))
            return F.interpolate(y, scale_factor=4, mode="bicubic",
                                 align_corners=False)
    return Net(), (torch.randn(2, 4, 7, 9),)


@network
def deformable():
    class Net(nn.Module):
        """Multi-scale deformable attention, in PyTorch's own ops."""

        def __init__(self, n=8, heads=2, levels=2, points=3):
            super().__init__()
            self.shape = heads, levels, points
            self.value = nn.Linear(n, n)
            self.offsets = nn.Linear(n, heads * levels * points * 2)
            self.weights = nn.Linear(n, heads * levels * points)

        def forward(self, query, x, reference):
            heads, levels, points = self.shape
            b, q, n = query.shape
            value = self.value(x).view(b, -1, heads, n // heads)
            offsets = self.offsets(query).view(b, q, heads, levels, points, 2)
            weights = self.weights(query).view(b, q, heads, -1).softmax(-1)
            sizes = [(4, 5), (2, 3)]
            scale = torch.tensor([[w, h] for h, w in sizes], dtype=x.dtype,
                                 device=x.device)
            at = reference[:, :, None, None, None] + offsets / \
                scale[None, None, None, :, None]
            grid = 2 * at - 1
            sampled = []
            parts = value.split([h * w for h, w in sizes], 1)
            for level, ((h, w), part) in enumerate(zip(sizes, parts)):
                image = part.flatten(2).transpose(1, 2).reshape(
                    b * heads, n // heads, h, w)
                where = grid[:, :, :, level].transpose(1, 2).flatten(0, 1)
                sampled.append(F.grid_sample(image, where, align_corners=False,
                                             padding_mode="zeros"))
            weights = weights.transpose(1, 2).reshape(b * heads, 1, q, -1)
            y = (torch.stack(sampled, -2).flatten(-2) * weights).sum(-1)
            return y.view(b, n, q).transpose(1, 2).contiguous()
    return Net(), (torch.randn(2, 5, 8), torch.randn(2, 26, 8),
                   torch.rand(2, 5, 2))


@network
def roi_align():
    class Net(nn.Module):
        """Boxes of a feature map, sampled at a fixed grid, and masks of them."""

        def __init__(self):
            super().__init__()
            self.c, self.up = nn.Conv2d(4, 4, 3, 1, 1), \
                nn.ConvTranspose2d(4, 2, 2, 2)

        def forward(self, x, boxes):
            steps = (torch.arange(4, device=x.device, dtype=x.dtype) + 0.5) / 4
            xs = boxes[:, 0:1] + steps * (boxes[:, 2:3] - boxes[:, 0:1])
            ys = boxes[:, 1:2] + steps * (boxes[:, 3:4] - boxes[:, 1:2])
            grid = torch.stack([
                xs[:, None, :].expand(-1, 4, -1),
                ys[:, :, None].expand(-1, -1, 4)], -1) * 2 - 1
            y = F.grid_sample(x.expand(boxes.shape[0], -1, -1, -1), grid,
                              align_corners=False)
            return self.up(F.relu(self.c(y))).sigmoid()
    return Net(), (torch.randn(1, 4, 9, 9), torch.rand(5, 4))


@network
def sam_decoder():
    class Net(nn.Module):
        def __init__(self, n=16):
            super().__init__()
            self.register_buffer("gaussian", torch.randn(2, n // 2))
            self.tokens = nn.Embedding(3, n)
            self.labels = nn.ModuleList(nn.Embedding(1, n) for _ in range(2))
            self.a = nn.MultiheadAttention(n, 2, batch_first=True)
            self.b = nn.MultiheadAttention(n, 2, batch_first=True)
            self.up = nn.Sequential(nn.ConvTranspose2d(n, n // 2, 2, 2),
                                    LayerNorm2d(n // 2), nn.GELU(),
                                    nn.ConvTranspose2d(n // 2, 4, 2, 2))
            self.hyper = nn.ModuleList(nn.Linear(n, 4) for _ in range(3))

        def encode(self, at):
            at = (2 * at - 1) @ self.gaussian * (2 * math.pi)
            return torch.cat([torch.sin(at), torch.cos(at)], -1)

        def forward(self, image, points, labels):
            p = self.encode(points)
            p[labels == 0] += self.labels[0].weight[0]
            p[labels == 1] += self.labels[1].weight[0]
            b, n, h, w = image.shape
            t = torch.cat([self.tokens.weight.expand(b, -1, -1), p], 1)
            rows = torch.ones(h, w, device=image.device).cumsum(0) - 0.5
            columns = torch.ones(h, w, device=image.device).cumsum(1) - 0.5
            position = self.encode(torch.stack(
                [columns / w, rows / h], -1)).flatten(0, 1)
            keys = image.flatten(2).permute(0, 2, 1)
            t = t + self.a(t, keys + position, keys)[0]
            keys = keys + self.b(keys + position, t, t)[0]
            up = self.up(keys.transpose(1, 2).view(b, n, h, w))
            made = torch.stack([f(t[:, i]) for i, f in enumerate(self.hyper)],
                               1)
            b, c, h, w = up.shape
            masks = (made @ up.view(b, c, h * w)).view(b, -1, h, w)
            return masks[:, slice(1, None)], (masks > 0).flatten(1).any(1)
    return Net(), (torch.randn(2, 16, 4, 5), torch.rand(2, 3, 2),
                   torch.tensor([[0, 1, 1], [1, 0, -1]]))


@network
def nerf():
    class Net(nn.Module):
        """Points along rays, encoded, composed, and drawn again by weight."""

        def __init__(self):
            super().__init__()
            self.a = nn.Linear(3 + 3 * 2 * 3, 16)
            self.b = nn.Linear(16 + 21, 16)
            self.sigma, self.rgb = nn.Linear(16, 1), nn.Linear(16 + 3, 3)

        def forward(self, origins, directions, u):
            t = torch.linspace(0.0, 1.0, 8, device=u.device)
            z = 2.0 * (1 - t) + 6.0 * t
            z = z.expand(origins.shape[0], 8)
            points = origins[..., None, :] + directions[..., None, :] * \
                z[..., :, None]
            code = [points]
            for f in (1.0, 2.0, 4.0):
                code += [torch.sin(points * f), torch.cos(points * f)]
            code = torch.cat(code, -1)
            h = F.relu(self.a(code))
            h = F.relu(self.b(torch.cat([code, h], -1)))
            views = F.normalize(directions, dim=-1)[:, None].expand(
                points.shape)
            rgb = torch.sigmoid(self.rgb(torch.cat([h, views], -1)))
            gaps = z[..., 1:] - z[..., :-1]
            gaps = torch.cat([gaps, torch.full_like(gaps[..., :1], 1e10)], -1)
            gaps = gaps * torch.norm(directions[..., None, :], dim=-1)
            alpha = 1.0 - torch.exp(-F.relu(self.sigma(h)[..., 0]) * gaps)
            weights = alpha * torch.cumprod(torch.cat([
                torch.ones_like(alpha[:, :1]), 1.0 - alpha + 1e-10], -1),
                -1)[:, :-1]
            image = torch.sum(weights[..., None] * rgb, -2)
            w = weights[..., 1:-1].detach() + 1e-5
            cdf = torch.cumsum(w / w.sum(-1, keepdim=True), -1)
            cdf = torch.cat([torch.zeros_like(cdf[..., :1]), cdf], -1)
            at = torch.searchsorted(cdf, u, right=True)
            below = torch.max(torch.zeros_like(at), at - 1)
            above = torch.min((cdf.shape[-1] - 1) * torch.ones_like(at), at)
            at = torch.stack([below, above], -1)
            shape = [at.shape[0], at.shape[1], cdf.shape[-1]]
            c = torch.gather(cdf.unsqueeze(1).expand(shape), 2, at)
            bins = 0.5 * (z[..., 1:] + z[..., :-1])
            g = torch.gather(bins.unsqueeze(1).expand(shape), 2, at)
            span = c[..., 1] - c[..., 0]
            span = torch.where(span < 1e-5, torch.ones_like(span), span)
            drawn = g[..., 0] + (u - c[..., 0]) / span * (g[..., 1] - g[..., 0])
            z, _ = torch.sort(torch.cat([z, drawn], -1), -1)
            return image, (weights * t).sum(-1), z
    return Net(), (torch.randn(5, 3), torch.randn(5, 3), torch.rand(5, 6))
