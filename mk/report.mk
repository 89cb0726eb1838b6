# The report with the whole source behind it, as PDF; installs what that needs.
report: $(EXE)
	@scripts/deps.sh report
	@tools/make_report.sh $(EXE) $(BUILD)/report.pdf

.PHONY: report
