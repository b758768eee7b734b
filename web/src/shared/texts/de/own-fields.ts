import type { ownFields as english } from '../en/own-fields.ts'
import { plural } from './plural.ts'

export const ownFields: typeof english = {
  title: 'Eigene Felder',
  explain: 'Felder, die Sie allen Ihren Fahrzeugen hinzufügen, etwa Kostenstelle oder nächste Inspektion.',
  explainForAll: 'Felder, die die Fahrzeuge aller Ihrer Kunden haben. Kunden können für sich weitere hinzufügen.',
  none: 'Noch keine eigenen Felder.',
  add: 'Feld hinzufügen',
  edit: 'Bearbeiten',
  remove: 'Löschen',
  name: 'Name',
  type: 'Typ',
  types: { text: 'Text', number: 'Zahl', date: 'Datum', choice: 'Auswahl', yes_no: 'Ja oder nein' },
  typeHint: 'Der Typ lässt sich später nicht ändern.',
  choices: 'Auswahl',
  choicesHint: 'Eine Möglichkeit pro Zeile.',
  noChoices: 'Geben Sie mindestens eine Möglichkeit ein.',
  missingName: 'Geben Sie einen Namen ein.',
  byProvider: 'von Ihrem Anbieter festgelegt',
  filled: (count) => plural(count, 'Fahrzeug hat einen Wert', 'Fahrzeuge haben einen Wert'),
  removeEffect: (name, count) =>
    count === 0
      ? `Das Feld ${name} wird gelöscht. Kein Fahrzeug hat einen Wert darin.`
      : `Das Feld ${name} und ${plural(count, 'Wert', 'Werte')} darin werden gelöscht. Das lässt sich nicht rückgängig machen.`,
  values: 'Werte',
  valuesGone: 'Werte von Fahrzeugen werden gelöscht',
  removeTitle: (name) => `Feld ${name} löschen?`,
  removeText: 'Das Feld und seine Werte werden aus den Fahrzeugen aller Kunden gelöscht.',
  removeSure: 'Ja, Feld löschen',
  wrongNumber: 'Geben Sie eine Zahl ein.',
  yes: 'Ja',
  no: 'Nein',
}
