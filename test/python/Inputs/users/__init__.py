"""Programs as users bring them, for test_torch_users.py."""
