import type { owner as en } from '../en/owner.ts'
import { plural } from './plural.ts'

export const owner: typeof en = {
  signUp: {
    title: 'Konto anlegen',
    with: (company, app) => `${app} von ${company}.`,
    button: 'Registrieren',
    invalid:
      'Dieser Registrierungslink funktioniert nicht. Er wurde ersetzt, oder die Registrierung ist ausgeschaltet. Bitten Sie Ihren Anbieter um einen neuen Link.',
    have: 'Sie haben schon ein Konto? Anmelden',
  },
  erasure: {
    panel: 'Konto löschen',
    explain:
      'Löscht Ihr Konto mit Einheiten, Verlauf und Einstellungen. Sie haben eine Woche Zeit, es sich anders zu überlegen. Danach lässt sich nichts wiederherstellen.',
    exportFirst: 'Laden Sie vorher Ihre Daten herunter, wenn Sie sie behalten möchten.',
    button: 'Konto löschen',
    scheduled: (time) =>
      `Ihr Konto und alles darin wird am ${time} gelöscht. Bis dahin können Sie es wie bisher benutzen.`,
    keep: 'Konto behalten',
    kept: 'Ihr Konto bleibt bestehen. Es wurde nichts gelöscht.',
    page: 'Löschung des Kontos',
    requested: (time) => `Sie haben das am ${time} beantragt.`,
    invalid: 'Dieser Link funktioniert nicht. Die Löschung wurde zurückgenommen, oder der Link ist unvollständig.',
    certificate: {
      title: 'Ihr Konto wurde gelöscht',
      explain: 'Diese Bescheinigung nennt alles, was gelöscht wurde. Sie enthält keine persönlichen Daten.',
      label: 'Bescheinigung über die Löschung',
      id: 'Nummer',
      requestedBy: 'Beantragt von',
      by: { client: 'dem Kunden', operator: 'dem Betreiber' },
      requestedAt: 'Beantragt',
      erasedAt: 'Gelöscht',
      people: 'Personen',
      units: 'Einheiten',
      messages: 'Nachrichten',
      records: 'Protokolleinträge, Ereignisse und E-Mails',
      billsKept: 'Gesetzlich aufbewahrte Rechnungen',
      billsHint: 'Nur Beträge und Daten, ohne Name und Adresse.',
      backups: 'Ältere Sicherungen enthalten die Daten, bis sie ablaufen.',
      saveText: 'Als Text herunterladen',
      saveJson: 'Als JSON herunterladen',
    },
  },
  add: {
    title: 'Einheit hinzufügen',
    first: 'Fügen Sie Ihren ersten Tracker oder Ihr Telefon hinzu, um den Standort zu sehen.',
    left: (count) => `Sie können noch ${plural(count, 'Einheit', 'Einheiten')} hinzufügen.`,
    full: (count) => `Ihr Tarif enthält ${plural(count, 'Einheit', 'Einheiten')}, und alle sind in Gebrauch.`,
    scan: 'QR-Code scannen',
    scanHint: 'Fotografieren Sie den QR-Code auf dem Gerät oder seiner Verpackung.',
    code: 'Text des QR-Codes',
    codeHint: 'Oder scannen Sie ihn mit einer anderen App und fügen Sie den Text hier ein.',
    noCode:
      'Auf diesem Foto wurde kein QR-Code gefunden. Versuchen Sie es mit mehr Licht, oder geben Sie die Kennung unten ein.',
    noIdent: 'In diesem Text wurde keine Kennung gefunden. Geben Sie sie unten ein.',
    read: (ident) => `Kennung ${ident} gefunden.`,
    ident: 'Kennung',
    identHint:
      'Die IMEI oder ID, die das Gerät sendet. Sie steht auf dem Gerät, auf seiner Verpackung oder in der App.',
    near: 'Verbundenes Gerät suchen',
    nearHint:
      'Ist das Gerät eingeschaltet? Geben Sie die ganze Kennung ein und prüfen Sie, ob es sich gerade verbunden hat.',
    found: (ago, protocol) => `Gefunden: zuletzt verbunden ${ago}, Protokoll ${protocol}.`,
    notFound:
      'In den letzten 10 Minuten hat sich kein freies Gerät mit dieser Kennung verbunden. Schalten Sie es ein und versuchen Sie es erneut, oder wählen Sie sein Modell.',
    model: 'Modell',
    chooseModel: 'Modell wählen',
    name: 'Name',
    app: 'Anwendung',
  },
  edit: {
    title: 'Einstellungen der Einheit',
    open: 'Einheit bearbeiten',
    description: 'Beschreibung',
    password: 'Gerätepasswort',
    passwordHint: 'Nur falls das Gerät eines braucht. Leer lassen, um das jetzige Passwort zu behalten.',
    days: 'Verlauf aufbewahren (Tage)',
    daysHint: 'Älterer Verlauf wird gelöscht. Der Speicher Ihres Tarifs gilt ebenfalls.',
    daysWrong: 'Geben Sie 1 bis 3650 Tage ein.',
    count: 'Höchstens aufbewahren (Nachrichten)',
    countHint: 'Geben Sie 0 für unbegrenzt ein.',
    countWrong: 'Geben Sie eine Zahl von 0 bis 100000000 ein.',
    delete: 'Einheit löschen',
    effect:
      'Die Einheit wird mit ihrem ganzen Verlauf und ihren Links gelöscht. Das lässt sich nicht rückgängig machen.',
    sure: 'Ja, löschen',
  },
}
