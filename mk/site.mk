# The documentation as a static site in build/site, with the page of the suite in it; and the drawings
# of its tables alone.
site:
	@scripts/deps.sh site
	@$(MAKE) all web
	python3 tools/make_site.py $(EXE) $(BUILD)/site $(web)/roek.html
plots:
	python3 tools/plots.py $(BUILD)/plots
.PHONY: site plots
