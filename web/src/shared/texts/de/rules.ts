import type { rules as english } from '../en/rules.ts'
import { plural } from './plural.ts'

export const rules: typeof english = {
  blocked: 'Ihr Konto war zu dieser Zeit gesperrt. SOS-Alarme werden trotzdem gesendet.',
  combined: {
    add: 'Bedingung hinzufügen',
    remove: 'Bedingung entfernen',
    other: (number) => `Bedingung ${number}`,
    type: 'Bedingung',
    types: { parameter: 'Wert', speeding: 'Tempolimit der Straße', place: 'Geozone' },
    place: 'wenn eine Einheit in oder außerhalb einer Geozone ist',
    side: 'Die Einheit ist',
    sides: { inside: 'innerhalb', outside: 'außerhalb' },
    match: 'Melden, wenn',
    matches: { all: 'alle Bedingungen erfüllt sind', any: 'mindestens eine Bedingung erfüllt ist' },
    or: ' oder ',
    following: (condition) => condition,
    inside: (places) => `Aufenthalt in ${places}`,
    outside: (places) => `Aufenthalt außerhalb von ${places}`,
    places: 'den Geozonen der Regel',
    over: (over) => `mehr als ${over} über dem Tempolimit der Straße`,
    overUsual: (over) => `mehr als ${over} über dem Tempolimit oder dem üblichen Tempo der Straße`,
    position: 'Position',
    because: (since, time, said) =>
      since === time ? `Um ${time}: ${said}.` : `Bedingungen erfüllt seit ${since}. Um ${time}: ${said}.`,
    notInside: (time, places) => `Um ${time} war die Einheit nicht in ${places}.`,
    notOutside: (time, place) => `Um ${time} war die Einheit in ${place}.`,
  },
  preview: {
    title: 'Ausprobieren',
    explain: 'Sehen Sie, wie oft diese Regel in den letzten 30 Tagen etwas gemeldet hätte. Es wird nichts gesendet.',
    act: 'Mit den letzten 30 Tagen ausprobieren',
    running: 'Die letzten 30 Tage werden geprüft …',
    faults: 'Berichtigen Sie zuerst die Felder oben.',
    changed: 'Sie haben die Regel seitdem geändert. Probieren Sie sie erneut aus.',
    result: (count) =>
      count === 0
        ? 'Sie hätte in den letzten 30 Tagen nichts gemeldet.'
        : `Sie hätte in den letzten 30 Tagen ${plural(count, 'Mal', 'Mal')} etwas gemeldet.`,
    partly: (count, tried, units) =>
      `Mindestens ${plural(count, 'Mal', 'Mal')} in den letzten 30 Tagen. Die Zeit reichte nur für ${tried} von ${plural(units, 'Einheit', 'Einheiten')}.`,
    perDay: (count) => `Das ist etwa ${count} Mal am Tag.`,
    newest: (count) => `Die neuesten ${count}:`,
    list: 'Ergebnisse',
    quiet: 'in der Ruhezeit',
    noUnits: 'Die Regel gilt noch für keine Einheit.',
  },
  explain: {
    open: 'Warum keine Meldung?',
    title: (rule) => `Warum hat „${rule}“ nichts gemeldet?`,
    unit: 'Einheit',
    at: 'Wann',
    act: 'Erklären',
    answer: 'Erklärung',
    wrongTime: 'Geben Sie Tag und Uhrzeit ein.',
    notified: (time) => `Was um ${time} geschah, wurde gemeldet.`,
    notNotified: 'Es wurde nichts gemeldet.',
    show: 'Meldung zeigen',
    reasons: {
      off: 'Die Regel ist ausgeschaltet.',
      later: (time) =>
        `Die Regel gilt erst seit ${time}. Zu dieser Zeit wurde sie erstellt, geändert oder eingeschaltet.`,
      resting: (module) => `Die Regel ist pausiert, weil Ihr Tarif ${module} nicht enthält.`,
      blocked: 'Ihr Anbieter hat Ihr Konto gesperrt.',
      other_units: 'Die Regel gilt nicht für diese Einheit.',
      outside_hours: (time, hours) => `Um ${time} galt die Regel nicht: Sie gilt ${hours}.`,
      no_data: (time) => `Die Einheit sendete zu dieser Zeit nichts. Ihre vorherige Nachricht ist von ${time}.`,
      no_data_long: 'Die Einheit sendete zu dieser Zeit und in der Woche davor nichts.',
      no_value: (name) => `Keine Nachricht enthielt zu dieser Zeit einen Wert für: ${name}.`,
      no_sensor: (name) => `Die Einheit hat keinen Sensor namens „${name}“.`,
      not_met: (time, value, condition) =>
        `Die Nachricht von ${time} meldete ${value}. Die Regel verlangt: ${condition}.`,
      not_over: (time, speed, limit, over) =>
        `Um ${time} fuhr die Einheit ${speed}, erlaubt sind dort ${limit}. Die Regel verlangt mehr als ${over} darüber.`,
      not_over_usual: (time, speed, limit, over) =>
        `Um ${time} fuhr die Einheit ${speed}, üblich sind dort ${limit}. Die Regel verlangt mehr als ${over} darüber.`,
      no_limit: (time, speed) => `Um ${time} fuhr die Einheit ${speed}. Die Karte kennt dort kein Tempolimit.`,
      moving: (time) => `Um ${time} war die Einheit in Bewegung.`,
      ignition_on: (time) => `Um ${time} war die Zündung ein.`,
      ignition_off: (time) => `Um ${time} war die Zündung nicht ein.`,
      not_long: (time, lasted, needed) =>
        `Die Bedingung war seit ${time} erfüllt, also erst ${lasted} lang. Die Regel verlangt ${needed} ohne Unterbrechung.`,
      no_alarm: 'Der Tracker meldete fünf Minuten davor und danach keinen Alarm.',
      other_alarm: (time, alarm) => `Um ${time} meldete der Tracker ${alarm}. Die Regel betrifft andere Alarme.`,
      inside: (place, time) => `Die Einheit war seit ${time} in ${place} und überquerte keine Grenze einer Geozone.`,
      outside: 'Die Einheit war zu dieser Zeit in keiner Geozone und überquerte keine Grenze.',
      other_crossing: {
        enter: (time, place) => `Um ${time} erreichte die Einheit ${place}. Darum geht es in der Regel nicht.`,
        leave: (time, place) => `Um ${time} verließ die Einheit ${place}. Darum geht es in der Regel nicht.`,
      },
      heard: (time, lasted, needed) =>
        `Die letzte Nachricht der Einheit kam um ${time} an, erst ${lasted} davor. Die Regel verlangt ${needed} ohne Nachricht.`,
      never_heard: 'Die Einheit sendete davor nichts und konnte also nicht aufhören.',
      no_service: 'Für diese Einheit ist keine Wartung eingerichtet.',
      not_due: (service, left) => `${service} ist jetzt nicht fällig: noch ${left}.`,
      no_conflict: 'Eine Stunde davor und danach nutzte kein anderes Gerät die Kennung der Einheit.',
      met: (time) => `Die Bedingung selbst war um ${time} erfüllt.`,
      met_service: (service) => `${service} ist jetzt fällig.`,
      lasting: (time) =>
        `Es wurde einmal gemeldet, für ${time}, und wird erst wieder gemeldet, wenn die Bedingung eine Minute lang nicht erfüllt war.`,
      withdrawn: 'Später eingetroffene Daten haben es widerlegt, daher wurde die Meldung zurückgenommen.',
      late: 'Sie wurde aufgelistet, aber nicht gesendet: Die Nachricht war bei ihrer Ankunft älter als 30 Minuten.',
      no_channel: 'Die Regel nutzt keinen Kanal, daher erscheinen ihre Meldungen nur im Eingang.',
      channel_off: (channel) => `Der Kanal „${channel}“ ist ausgeschaltet.`,
      channel_unconfirmed: (channel) => `Der Kanal „${channel}“ ist noch nicht bestätigt: Geben Sie seinen Code ein.`,
      channel_muted: (channel) => `Die Person hinter dem Kanal „${channel}“ hat E-Mails mit Meldungen ausgeschaltet.`,
    },
    left: {
      days: (days) => `${days} Tage`,
      hours: (hours) => `${hours} Motorstunden`,
    },
  },
}
