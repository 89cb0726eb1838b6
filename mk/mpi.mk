# The jobs of commands on many machines, by Open MPI (docs/cluster.md).
mpi_src := $(call sources,cluster)
mpi_obj := $(mpi_src:src/%.c=$(BUILD)/%.o)
$(mpi_obj): cppflags += $(patsubst -I%,-isystem %,$(shell mpicc --showme:compile))
$(BUILD)/roek-mpi: $(mpi_obj) $(filter-out $(main_obj),$(app_obj)) $(BUILD)/libroek.a
	$(CC) $(linked) -o $@ $^ $(libs) $(shell mpicc --showme:link)
mpi:
	@scripts/deps.sh mpi
	@$(MAKE) $(BUILD)/roek-mpi
.PHONY: mpi
-include $(mpi_obj:.o=.d)
