"""The part of the connector contract about reading and nothing else: here no `check` stands before the connector."""

from __future__ import annotations

from rejoinder.ports import CancelHandle, Connector
from rejoinder.terms.refusal import Refusal
from rejoinder.testing._connector_room import LONG, Room, becomes
from rejoinder.testing.connector_world import COMMON_WRITES, World, WriteCase

_LAYERS = {"check", "session", "sandbox"}


class ReadingOnlyRules(Room):
    """X2."""

    def test_a_write_is_refused_in_its_class_and_nothing_is_changed(
        self, world: World, connector: Connector, write: WriteCase
    ) -> None:
        before = world.state()
        refused = self.refusal(connector, write.sql)
        assert refused.defect is write.defect, refused
        assert world.state() == before
        assert becomes(lambda: not world.busy())

    def test_a_write_is_not_carried_out_by_pricing_it(
        self, world: World, connector: Connector, write: WriteCase
    ) -> None:
        before = world.state()
        connector.estimate(self.statement(write.sql), LONG, CancelHandle())
        assert world.state() == before
        assert becomes(lambda: not world.busy())

    def test_a_session_is_still_read_only_after_a_write_was_tried(
        self, world: World, write: WriteCase
    ) -> None:
        connector = world.open(sessions=1)
        before = world.state()
        self.run(connector, write.sql)
        assert isinstance(self.run(connector, COMMON_WRITES["delete"]), Refusal)
        assert self.result(connector, "SELECT count(*) FROM deliveries").rows == ((1,),)
        assert world.state() == before
        connector.close()

    def test_every_common_way_to_write_has_its_class(self) -> None:
        assert set(self.engine.common_writes) == set(COMMON_WRITES)

    def test_what_the_role_could_do_is_told_with_what_to_do_about_it(self, connector: Connector) -> None:
        found = connector.privileges()
        assert found.engine.startswith(self.engine.title)
        assert found.role
        for hazard in found.hazards:
            assert hazard.name.isidentifier()
            assert hazard.sentence.endswith(".")
            assert hazard.fix
            assert set(hazard.stopped_by) <= _LAYERS
