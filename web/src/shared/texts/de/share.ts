import type { share as en } from '../en/share.ts'

export const share: typeof en = {
  title: 'Mit Ihnen geteilt',
  until: (time) => `Bis ${time}`,
  units: 'Einheiten',
  at: (ago) => `Position ${ago}`,
  noPosition: 'Noch keine Position',
  by: (name) => `Ortung von ${name}`,
  to: (destination) => `Nach ${destination}`,
  arrives: (time, day) => `Ankunft ${day ? `am ${day} ` : ''}um ${time}`,
  arrivesAbout: (time, day) => `Ankunft ${day ? `am ${day} ` : ''}etwa um ${time}`,
  left: (distance, duration) => `Noch ${distance}, ${duration}`,
  leftAbout: (distance, duration) => `Noch etwa ${distance}, ${duration}`,
  arrived: 'Angekommen',
  broken: 'Verbindung verloren. Verbindet neu …',
  over: {
    title: 'Dieser Link funktioniert nicht',
    sentence: 'Der Link ist unvollständig, abgelaufen oder wurde widerrufen. Bitten Sie den Absender um einen neuen.',
  },
}
