"""Losses, matching and detection."""
from Inputs.users.base import leaf, network, program
import torch
from torch import nn
from torch.nn import functional as F


@program
def info_nce(n):
    """Contrastive loss with a learnt temperature, both directions."""
    net = network(6, 8, 4)
    net.log_t = nn.Parameter(torch.tensor(2.0))

    def loss(a, b):
        a, b = F.normalize(net[:3](a), dim=-1), F.normalize(net[:3](b), dim=-1)
        logits = a @ b.t() * net.log_t.exp().clamp(max=100)
        label = torch.arange(a.shape[0])
        hit = (logits.argmax(1) == label).float().mean()
        return (F.cross_entropy(logits, label) + F.cross_entropy(
            logits.t(), label)) / 2, hit
    return loss, (leaf(n, 6), leaf(n, 6)), net


@program
def nt_xent(n):
    """SimCLR: the diagonal is -inf, the positive is n places away."""
    def loss(x):
        z = F.normalize(x, dim=-1)
        s = (z @ z.t() / 0.5).masked_fill(torch.eye(z.shape[0],
                                                    dtype=torch.bool), -torch.inf)
        half = z.shape[0] // 2
        target = torch.arange(z.shape[0]).roll(half)
        return F.cross_entropy(s, target, reduction="none"), s.softmax(-1)
    return loss, (leaf(2 * n, 5),), None


@program
def supervised_contrastive(n):
    """Classes without a partner have an empty mean."""
    def loss(x, label):
        z = F.normalize(x, dim=1)
        logits = z @ z.t() / 0.2
        logits = logits - logits.max(1, keepdim=True).values.detach()
        own = torch.eye(x.shape[0], dtype=torch.bool)
        same = (label[:, None] == label[None]) & ~own
        log_p = logits - logits.exp().masked_fill(own, 0).sum(1, keepdim=True).log()
        count = same.sum(1)
        mean = (log_p * same).sum(1) / count
        return -torch.where(count > 0, mean, 0.0).sum() / (count > 0).sum()
    return loss, (leaf(n, 4), torch.arange(n) % 3), None


@program
def triplets(n):
    """Hardest positive and negative of a batch, and a soft margin."""
    def loss(x, label):
        d = torch.cdist(x, x)
        same = label[:, None] == label[None, :]
        far, which = d.masked_fill(~same, 0).max(1)
        near = d.masked_fill(same, float("inf")).min(1)[0]
        near = torch.where(torch.isinf(near), torch.zeros_like(near), near)
        return F.softplus(far - near).mean(), (far - near + 0.3).relu(), which
    return loss, (leaf(n, 3), torch.arange(n) // 2), None


@program
def focal_dice(n):
    """Segmentation: focal, dice, Tversky and boundary terms, ignored pixels."""
    net = nn.Conv2d(3, 4, 3, padding=1)

    def loss(x, label):
        logits = net(x)
        kept = label != 255
        safe = label.masked_fill(~kept, 0)
        log_p = F.log_softmax(logits, 1)
        p_true = log_p.gather(1, safe[:, None]).squeeze(1).exp()
        focal = -((1 - p_true) ** 2 * p_true.log() * kept).sum() / kept.sum()
        one_hot = F.one_hot(safe, 4).permute(0, 3, 1, 2) * kept[:, None]
        p = log_p.exp() * kept[:, None]
        both = (p * one_hot).sum((0, 2, 3))
        dice = 1 - (2 * both + 1) / (p.sum((0, 2, 3)) + one_hot.sum((0, 2, 3)) + 1)
        tversky = both / (both + 0.3 * (p * (1 - one_hot)).sum((0, 2, 3))
                          + 0.7 * ((1 - p) * one_hot).sum((0, 2, 3)) + 1e-6)
        edge = F.max_pool2d(p, 3, 1, 1) - (-F.max_pool2d(-p, 3, 1, 1))
        return focal, dice, tversky, edge, F.cross_entropy(
            logits, label, ignore_index=255, label_smoothing=0.1,
            weight=torch.tensor([1., 2., .5, 1.]))
    label = torch.arange(n * 36).view(n, 6, 6) * 5 % 4
    label[:, 2, ::2] = 255
    return loss, (leaf(n, 3, 6, 6), label), net


@program
def lovasz(n):
    """The Lovasz hinge: a sort, cumulative sums, and a difference."""
    def loss(logits, label):
        sign = 2 * label.to(logits.dtype) - 1
        errors = 1 - logits * sign
        ordered, place = errors.sort(-1, descending=True)
        truth = label.gather(-1, place).to(logits.dtype)
        total = truth.sum(-1, keepdim=True)
        both = total - truth.cumsum(-1)
        union = total + (1 - truth).cumsum(-1)
        jaccard = 1 - both / union
        slope = torch.cat([jaccard[:, :1], jaccard[:, 1:] - jaccard[:, :-1]], 1)
        return (ordered.relu() * slope).sum(-1)
    return loss, (leaf(n, 12), torch.arange(n * 12).view(n, 12) % 3 == 0), None


def overlaps(a, b):
    top = torch.maximum(a[:, None, :2], b[None, :, :2])
    low = torch.minimum(a[:, None, 2:], b[None, :, 2:])
    inter = (low - top).clamp_min(0).prod(-1)
    area = lambda c: (c[:, 2:] - c[:, :2]).prod(-1)
    union = area(a)[:, None] + area(b)[None] - inter
    hull = (torch.maximum(a[:, None, 2:], b[None, :, 2:]) - torch.minimum(
        a[:, None, :2], b[None, :, :2])).prod(-1)
    return inter / union, inter / union - (hull - union) / hull


def boxes(n):
    corner = torch.rand(n, 2)
    return torch.cat([corner, corner + torch.rand(n, 2) + 0.1], 1)


@program
def generalised_iou(n):
    return (lambda a, b: overlaps(a, b)), (boxes(n).requires_grad_(),
                                           boxes(5).requires_grad_()), None


@program
def suppression(n):
    """Non-maximum suppression by a fixed loop over a mask."""
    def keep(box, score):
        order = score.argsort(descending=True)
        iou = overlaps(box[order], box[order])[0]
        kept = torch.ones(box.shape[0], dtype=torch.bool)
        for i in range(4):
            kept &= ~((iou[i] > 0.3) & kept[i] &
                      (torch.arange(box.shape[0]) > i))
        back = torch.empty_like(kept)
        back[order] = kept
        return back, (score * back).sum(), box[order] * kept[:, None]
    return keep, (boxes(n), torch.rand(n).requires_grad_()), None


@program
def anchor_matching(n):
    """Each truth has its best anchor; targets gathered by the match."""
    def match(anchors, truth, regression, logits):
        iou = overlaps(truth, anchors)[0]
        best, of = iou.max(0)
        label = torch.where(best > 0.4, 1, torch.where(best < 0.2, 0, -1))
        forced = iou.argmax(1)
        label = label.index_fill(0, forced, 1)
        of = of.index_copy(0, forced, torch.arange(truth.shape[0]))
        goal = truth[of]
        centre = (goal[:, :2] + goal[:, 2:] - anchors[:, :2] - anchors[:, 2:]) / 2
        size = ((goal[:, 2:] - goal[:, :2]) / (anchors[:, 2:] - anchors[:, :2])).log()
        positive = label == 1
        box = F.smooth_l1_loss(regression, torch.cat([centre, size], 1),
                               reduction="none", beta=0.1).sum(1)
        cls = F.binary_cross_entropy_with_logits(
            logits, label.clamp_min(0).to(logits.dtype), reduction="none",
            pos_weight=torch.tensor(2.0))
        return (box * positive).sum() / positive.sum().clamp_min(1), \
            (cls * (label >= 0)).sum(), label, of
    return match, (boxes(3 * n), boxes(3), leaf(3 * n, 4), leaf(3 * n)), None


@program
def region_crops(n):
    """Bilinear crops of boxes, by hand and by grid_sample."""
    def crop(image, box):
        y, x = torch.meshgrid(torch.linspace(0, 1, 3), torch.linspace(0, 1, 4),
                              indexing="ij")
        gx = box[:, 0, None, None] + (box[:, 2] - box[:, 0])[:, None, None] * x
        gy = box[:, 1, None, None] + (box[:, 3] - box[:, 1])[:, None, None] * y
        own = F.grid_sample(image.expand(box.shape[0], -1, -1, -1),
                            torch.stack([gx, gy], -1) - 0.5,
                            align_corners=False, padding_mode="border")
        h, w = image.shape[-2:]
        fy, fx = gy.clamp(0, 1) * (h - 1), gx.clamp(0, 1) * (w - 1)
        y0, x0 = fy.floor().long(), fx.floor().long()
        y1, x1 = (y0 + 1).clamp_max(h - 1), (x0 + 1).clamp_max(w - 1)
        wy, wx = fy - y0, fx - x0
        flat = image[0]
        hand = flat[:, y0, x0] * ((1 - wy) * (1 - wx)) + flat[:, y0, x1] * (
            (1 - wy) * wx) + flat[:, y1, x0] * (wy * (1 - wx)) + \
            flat[:, y1, x1] * (wy * wx)
        return own, hand.transpose(0, 1)
    return crop, (leaf(1, 3, 5, 6), boxes(n).requires_grad_()), None


@program
def knowledge(n):
    """Distillation: temperatures, a teacher without gradients, cosine."""
    teacher, student = network(5, 8, 4), network(5, 6, 4)

    def loss(x, label):
        with torch.no_grad():
            t = teacher(x)
        s = student(x)
        soft = F.kl_div(F.log_softmax(s / 3, -1), F.log_softmax(t / 3, -1),
                        reduction="batchmean", log_target=True) * 9
        cos = F.cosine_embedding_loss(s, t, torch.where(label > 1, 1, -1))
        rank = F.margin_ranking_loss(s[:, 0], s[:, 1], torch.ones(x.shape[0]))
        return soft, cos, rank, F.multi_margin_loss(s, label), \
            F.huber_loss(s, t, delta=.3), F.poisson_nll_loss(s, t.exp()), \
            F.gaussian_nll_loss(s, t, F.softplus(s))
    return loss, (leaf(n, 5), torch.arange(n) % 4), student


@program
def barlow_and_vicreg(n):
    """Losses of correlations between features."""
    net = network(5, 8, 4)

    def loss(a, b):
        a, b = net(a), net(b)
        one, two = ((z - z.mean(0)) / (z.std(0) + 1e-4) for z in (a, b))
        c = one.t() @ two / a.shape[0]
        on = (c.diagonal() - 1).pow(2).sum()
        off = c.flatten()[:-1].view(3, 5)[:, 1:].pow(2).sum()
        std = (1 - (a.var(0) + 1e-4).sqrt()).relu().mean()
        cov = torch.cov(a.t())
        return on + 0.01 * off, std, (cov - cov.diagonal().diag()).pow(2).sum(), \
            torch.corrcoef(b.t())
    return loss, (leaf(n, 5), leaf(n, 5)), net


@program
def structural_similarity(n):
    """SSIM with a Gaussian window, PSNR, total variation, Sobel edges."""
    def loss(a, b):
        g = torch.exp(-(torch.arange(5) - 2.0) ** 2 / 2.0)
        g = (g / g.sum()).to(a.dtype)
        k = (g[:, None] * g[None]).expand(3, 1, 5, 5)
        blur = lambda t: F.conv2d(t, k, groups=3)
        ma, mb = blur(a), blur(b)
        va, vb = blur(a * a) - ma ** 2, blur(b * b) - mb ** 2
        cov = blur(a * b) - ma * mb
        ssim = (2 * ma * mb + 1e-2) * (2 * cov + 9e-2) / (
            (ma ** 2 + mb ** 2 + 1e-2) * (va + vb + 9e-2))
        tv = a.diff(dim=-1).abs().sum() + a.diff(dim=-2).abs().sum()
        sobel = torch.tensor([[1., 0, -1], [2, 0, -2], [1, 0, -1]])
        edges = F.conv2d(F.pad(a.mean(1, keepdim=True), (1,) * 4, "reflect"),
                         torch.stack([sobel, sobel.t()])[:, None])
        return ssim.mean((1, 2, 3)), tv, torch.hypot(edges[:, 0], edges[:, 1]), \
            -10 * F.mse_loss(a, b).log10()
    return loss, (leaf(n, 3, 8, 8), torch.randn(n, 3, 8, 8)), None


@program
def soft_ranks(n):
    """Ranks by comparisons, Spearman's rho, NDCG with gathered gains."""
    def rank(x, y):
        soft = torch.sigmoid((x[:, :, None] - x[:, None, :]) / 0.1).sum(-1)
        hard = x.argsort(-1).argsort(-1)
        order = x.argsort(dim=-1, descending=True, stable=True)
        gain = (2.0 ** y.gather(1, order) - 1) / torch.log2(
            torch.arange(x.shape[1]) + 2.0)
        top = x.topk(3, -1)
        return soft, hard, gain.cumsum(-1), top.values, x.scatter(
            1, top.indices, 0.0), x.kthvalue(2, -1).values, \
            x.quantile(0.3, dim=-1), x.median(-1).values
    return rank, (leaf(n, 6), (torch.arange(n * 6).view(n, 6) % 4).to(
        torch.get_default_dtype())), None
