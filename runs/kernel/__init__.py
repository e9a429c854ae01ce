"""Read and check the files that come in, write those that go out: pure Python."""
