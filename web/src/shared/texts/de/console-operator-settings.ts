import type { settingTexts as en } from '../en/console-operator-settings.ts'

export const settingTexts: typeof en = {
  pages: {
    installation: { title: 'Installation', text: 'Der Name und die Adresse, die man sieht.' },
    mail: {
      title: 'E-Mail',
      text: 'Ohne Mailserver bleiben E-Mails im eingebauten Postfach und kommen bei keinem Empfänger an.',
    },
    payments: {
      title: 'Zahlungen',
      text: 'Ihr eigenes Stripe-Konto, über das Händler Ihre Rechnungen bezahlen. Händler geben ihre eigenen Schlüssel in ihrer Konsole ein.',
    },
    map: { title: 'Karte', text: 'Ohne Kartendatei oder Stil zeigen Karten nur Küsten und Grenzen.' },
    addresses: { title: 'Adressen', text: 'Wo die Karte keine Straße hat, fragt Waymark einen Geocoder.' },
    backups: {
      title: 'Sicherungen',
      text: 'Automatische Sicherungen sind verschlüsselt, üblicherweise mit einem Schlüssel aus keys/master.key im Datenordner. Ohne diese Datei lässt sich keine Sicherung wiederherstellen. Bewahren Sie eine Kopie außerhalb dieses Servers und getrennt von den Sicherungen auf.',
    },
  },
  fields: {
    WAYMARK_NAME: ['Name der Installation', 'Auf der ersten Seite und als Absender von E-Mails.'],
    WAYMARK_PUBLIC_URL: [
      'Öffentliche Adresse',
      'So, wie man sie eingibt, zum Beispiel https://ortung.example.com. Vielleicht müssen Sie sich unter der neuen Adresse wieder anmelden.',
    ],
    WAYMARK_LOGIN_URL: ['Adresse für Kunden', 'Nur, wenn sich Kunden unter einer anderen Adresse anmelden.'],
    WAYMARK_SIGN_UP: ['Registrierung', 'Wo man sich über den Link eines Händlers registrieren kann.'],
    WAYMARK_SECURITY_CONTACT: [
      'Kontakt für Sicherheit',
      'Steht in /.well-known/security.txt, zum Beispiel mailto:security@example.com.',
    ],
    WAYMARK_RELEASES_URL: [
      'Versionen von Waymark',
      'Adresse der neuesten Version bei GitHub, GitLab, Gitea oder Forgejo (…/releases/latest). Die Übersicht meldet dann neue Versionen. Leer: aus.',
    ],
    WAYMARK_SMTP_URL: [
      'Mailserver',
      'smtp://user:password@mail.example.com:587, oder smtps:// für Port 465. In einem Passwort steht %2F für / und %40 für @.',
    ],
    WAYMARK_MAIL_FROM: ['Absender', 'mail@example.com oder Name <mail@example.com>.'],
    WAYMARK_STRIPE_KEY: ['Geheimer Schlüssel von Stripe', 'Beginnt mit sk_live_ oder rk_live_.'],
    WAYMARK_CARD_SANDBOX: ['Testkarten', 'Zum Ausprobieren. Schalten Sie das nie ein, wo Sie echtes Geld verlangen.'],
    WAYMARK_MAP_FILE: [
      'Kartendateien',
      'PMTiles-Dateien auf diesem Server, durch Kommas getrennt. Die Seite „Karte“ zeigt, wie Sie einen Teil einer großen Datei kopieren.',
    ],
    WAYMARK_MAP_STYLE_URL: ['Kartenstil', 'Die Adresse eines MapLibre-Stils von einem anderen Server, statt Dateien.'],
    WAYMARK_GOOGLE_MAPS_KEY: [
      'Schlüssel für Google Maps',
      'Für die Map Tiles API. Browser können ihn sehen, beschränken Sie ihn also auf diese Adresse.',
    ],
    WAYMARK_BACKUP_TIME: [
      'Uhrzeit (UTC)',
      'Wann die tägliche Sicherung beginnt, zum Beispiel 03:15. Die erste beginnt sofort. Leer: keine automatischen Sicherungen.',
    ],
    WAYMARK_BACKUP_TO: [
      'Gespeichert in',
      'Ein bestehender Ordner auf diesem Server, zum Beispiel /backup/waymark, oder S3-kompatibler Speicher, zum Beispiel s3://bucket/ordner. Leer: der Datenordner. Bei mehreren Knoten verwenden Sie Speicher oder einen gemeinsamen Ordner.',
    ],
    WAYMARK_BACKUP_S3_URL: [
      'Adresse des Speichers',
      'Nur für s3://, zum Beispiel https://s3.example.com. Leer: Amazon S3. Enthält der Servername den Bucket, setzen Sie dort {bucket} ein.',
    ],
    WAYMARK_BACKUP_S3_REGION: ['Region', 'Nur für s3://.'],
    WAYMARK_BACKUP_S3_KEY_ID: [
      'Schlüssel-ID',
      'Nur für s3://. Der Schlüssel muss auflisten, lesen, schreiben und löschen dürfen.',
    ],
    WAYMARK_BACKUP_S3_SECRET: ['Geheimer Schlüssel', 'Nur für s3://.'],
    WAYMARK_BACKUP_KEEP_DAILY: ['Tägliche Sicherungen', 'Zahl der Tage, deren letzte Sicherung aufbewahrt wird.'],
    WAYMARK_BACKUP_KEEP_WEEKLY: [
      'Wöchentliche Sicherungen',
      'Zahl der Wochen, deren letzte Sicherung aufbewahrt wird.',
    ],
    WAYMARK_BACKUP_KEEP_MONTHLY: ['Monatliche Sicherungen', 'Zahl der Monate, deren letzte Sicherung aufbewahrt wird.'],
    WAYMARK_BACKUP_TEST_DAYS: [
      'Tage zwischen Tests',
      'Die neueste Sicherung wird in einer eigenen Datenbank wiederhergestellt. Das braucht so viel Platz wie die Datenbank. 0: nie.',
    ],
    WAYMARK_GEOCODER_URL: ['Adresse des Geocoders', 'Mit {lat} und {lon}. Er sieht, wo Einheiten sind.'],
    WAYMARK_GEOCODER_SEARCH_URL: ['Adresse seiner Suche', 'Mit {query}.'],
    WAYMARK_GEOCODER_PER_MINUTE: ['Anfragen pro Minute', 'Höchstens, je Knoten.'],
    WAYMARK_GEOCODER_ATTRIBUTION: ['Quelle seiner Daten', 'Steht auf jeder Karte.'],
  },
  choices: {
    WAYMARK_CARD_SANDBOX: { off: 'Abgelehnt', on: 'Angenommen' },
    WAYMARK_SIGN_UP: {
      '': 'Nirgends',
      consumer_app: 'Ortung für alle',
      pet_app: 'Haustiere',
      'consumer_app,pet_app': 'Ortung für alle und Haustiere',
    },
  },
  fromEnvironment: 'In der Umgebung des Servers gesetzt. Ändern Sie es dort.',
  isSet: (value) =>
    value === '…'
      ? 'Ein Wert ist gespeichert. Leer lassen, um ihn zu behalten.'
      : `Gespeichert: ${value}. Leer lassen, um ihn zu behalten.`,
  remove: 'Gespeicherten Wert entfernen',
  save: 'Speichern',
  saved: 'Einstellungen gespeichert.',
  test: 'Testen',
  guide: {
    title: 'Diese Installation einrichten',
    steps: 'Schritte',
    step: (number, count) => `Schritt ${number} von ${count}`,
    next: 'Weiter',
    skip: 'Überspringen',
    tls: 'https verwenden',
    tlsText:
      'Browser und Telefone erwarten https. Setzen Sie einen Reverse Proxy mit Zertifikat vor Waymark, zum Beispiel Caddy oder nginx, und geben Sie hier die https-Adresse ein. Beispiele stehen in docs/operating.md.',
    dealer: {
      title: 'Erster Händler',
      text: 'Ein Händler verkauft Ortung an Kunden. Das kann Ihre eigene Firma sein.',
    },
    finish: 'Fertig',
    later: 'Das alles können Sie später unter „Einstellungen“ ändern.',
  },
}
