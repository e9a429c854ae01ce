"""Home: what each person does next."""
