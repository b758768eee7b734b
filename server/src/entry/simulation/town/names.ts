/** Names in the invented language of the island: each once. Pure. */
import { randomFrom } from '../random.ts'

const stems = (
  'Ald Aske Bram Brund Dorre Dun Elle Fenne Gard Hald Hasel Hille Ister Jorn Kelm Kirke Korn Lamme Lerke Linde Lunn Marre ' +
  'Molle Nesk Orren Otter Pelle Pile Rask Reve Rogge Ruste Salt Segel Skarre Smede Sole Stork Sunne Tarne Tjelde Torve ' +
  'Tunne Ulve Varre Vinde Wend Weste Yngel Zande Ekke Birke Rose Apel Kirse Hjorte Falke Svane Traue Grone Kolle Brede ' +
  'Lange Stene Vever Bakker Skipper Fisker Anker Klokke Skole Munke Kremer Glas Tolder Konge Prins Herre'
).split(' ')

const endings = {
  /** Streets of a town. */
  street: ['gate', 'gate', 'gate', 'stred', 'wey', 'rade'],
  /** In the old town, short and narrow. */
  alley: ['gang', 'stie', 'gate', 'torg', 'smug'],
  lane: ['lan', 'dal', 'hoj', 'mark', 'vang', 'eng', 'lund', 'krog'],
  quay: ['kay', 'brygge'],
  /** Between villages. */
  road: ['wey', 'rode'],
  works: ['haven', 'felt', 'rade', 'park'],
} as const
export type Sort = keyof typeof endings

export class Names {
  readonly #random = randomFrom('names')
  readonly #given = new Set<string>()

  take(sort: Sort): string {
    for (;;) {
      const name = this.#pick(stems) + this.#pick(endings[sort])
      if (this.claim(name)) return name
    }
  }

  /** False if the name is taken. */
  claim(name: string): boolean {
    if (this.#given.has(name)) return false
    this.#given.add(name)
    return true
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!
  }
}
