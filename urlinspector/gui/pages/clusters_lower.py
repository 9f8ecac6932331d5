"""What stands below the clusters: the members of the chosen one, the rows set aside, or the parameters."""

from urlinspector.bulk import view
from urlinspector.bulk.selection import Selection
from urlinspector.gui.numbers import counted
from urlinspector.gui.pages.clusters_choices import ChoicesPage
from urlinspector.gui.pages.clusters_head import rule_words
from urlinspector.gui.tasks.throttle import Throttle
from urlinspector.gui.text import printable
from urlinspector.url.masking import masked


class LowerPage(ChoicesPage):
    """The part of the page that shows what is below; the panes are made by the page itself."""

    _shows_set_aside: bool
    _effects: Throttle

    def _choose_cluster(self, row: int) -> None:
        cluster = self.body.clusters_model.cluster(row)
        if self.state.clustering is not None:
            self._keep_text = view.representative_text(self.state.clustering, cluster)
        self._show_members(cluster)

    def _show_members(self, cluster: int | None) -> None:
        state, body = self.state, self.body
        clustering = state.clustering
        self._cluster = cluster
        self._shows_set_aside = False
        model = body.members_model
        model.masks = bool(self.services.settings.get("mask_credentials"))
        model.marks = bool(self.services.settings.get("show_invisible"))
        before = model.names
        if clustering is None or cluster is None:
            model.set_rows(clustering, Selection.of([]), "", {})
            body.bar.set_note("")
        else:
            text, canonical = view.representative_of(clustering, cluster)
            rows = view.members(clustering, cluster)
            by_hand = text in state.decisions.representatives
            rule = self.tr("by hand") if by_hand else rule_words(state.rule).lower()
            model.set_rows(clustering, rows, text, state.reasons, rule=rule)
            count = self.tr("1 row") if len(rows) == 1 else self.tr("{0} rows").format(counted(len(rows)))
            body.bar.set_note(
                self.tr("{0}, canonical form {1}").format(count, printable(masked(canonical))[:300])
            )
        body.members.show_sorted(-1, False)
        if model.names != before:
            body.show_other_columns(len(model.names))
        if body.panes.currentIndex() == 0:
            body.bar.title.setText(self.tr("Members"))
        self._on_members_chosen()
        self._details.delay()
        if clustering is not None and clustering.profile.bound("host-alias") is not None:
            # Its evidence is another for each cluster.
            self._effects.delay()

    def show_set_aside(self) -> None:
        """Show the rows that have no canonical form in place of a cluster's members."""
        clustering = self.state.clustering
        if clustering is None:
            return
        rows = view.set_aside(clustering)
        self._shows_set_aside = True
        self._cluster = None
        self.body.clusters.clearSelection()
        model = self.body.members_model
        model.set_rows(clustering, rows, "", {}, shows_errors=True)
        self.body.choice.button(0).setChecked(True)
        self.show_lower(0)
        self.body.bar.title.setText(self.tr("Set aside"))
        self.body.bar.set_note(self.tr("no URL, or refused by the profile; in no cluster"))
        self._on_members_chosen()
        self._tell_status()

    def show_lower(self, number: int) -> None:
        """Members or the parameter explorer below the clusters."""
        body = self.body
        body.panes.setCurrentIndex(number)
        body.choice.button(number).setChecked(True)
        shows_parameters = number == 1
        for button in body.buttons.values():
            button.setVisible(not shows_parameters)
        if shows_parameters:
            body.bar.title.setText(self.tr("Parameters"))
            body.bar.set_note(self.tr("what dropping each would do; every name of the list's queries"))
            self._show_parameters()
        elif self._shows_set_aside:
            body.bar.title.setText(self.tr("Set aside"))
        else:
            self._show_members(self._cluster)
        self.state.want_parameters(shows_parameters)

    def _show_parameters(self) -> None:
        bound = self.services.profile.profile.bound("remove-parameters")
        dropped = frozenset(bound.options.names) if bound is not None else frozenset()
        self.body.parameters_model.set_rows(
            self.state.parameters or (), self.state.parameter_impacts, dropped
        )
