"""What a task costs on a Ray cluster of this machine: python -m bench.cluster (needs demitasse[cluster])."""

import os
import time

from demitasse import Setting
from demitasse.arena.cluster import Cluster
from demitasse.arena.crew import Crew, Threads
from demitasse.arena.simulate import simulate

TASKS = 2000
GAMES = 200_000


def nothing(number: int) -> int:
    return number


def main() -> None:
    import ray  # noqa: PLC0415  # an extra
    from ray.cluster_utils import Cluster as Nodes  # noqa: PLC0415

    cores = os.cpu_count() or 1
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": cores - cores // 2, "include_dashboard": False})
    nodes.add_node(num_cpus=max(1, cores // 2))
    crew = Cluster(nodes.address)
    print(crew.place)
    list(crew.each(nothing, [(number,) for number in range(100)]))  # workers have started
    began = time.perf_counter()
    list(crew.each(nothing, [(number,) for number in range(TASKS)]))
    print(f"{(time.perf_counter() - began) / TASKS * 1000:.2f} ms a task")
    crews: list[tuple[str, Crew]] = [("threads", Threads(crew.size)), ("cluster", crew)]
    for name, each in crews:
        simulate(Setting.of("coffee_rush", 2), ["guest"], 20_000, crew=each)
        print(
            name, f"{simulate(Setting.of('coffee_rush', 2), ['guest'], GAMES, crew=each).games_a_second:,.0f} games/s"
        )
    ray.shutdown()
    nodes.shutdown()


if __name__ == "__main__":
    main()
