/** Sends commands over the connection of a session. */
import type { Command } from '@waymark/devices'
import type { CommandSender } from './listeners/dispatch.ts'
import type { AdmittedUnit } from './session-services.ts'

/** The part of a session that a command needs. */
interface Speaker {
  readonly peer: { readonly address: string }
  encode(unit: AdmittedUnit, command: Command, password: string | undefined): Uint8Array | undefined
  /** False: its tracker has disconnected or named another unit. */
  sendTo(unitId: number, bytes: Uint8Array): boolean
}

export class SessionSender implements CommandSender {
  readonly #session: Speaker
  readonly #unit: AdmittedUnit

  constructor(session: Speaker, unit: AdmittedUnit) {
    this.#session = session
    this.#unit = unit
  }

  get address(): string {
    return this.#session.peer.address
  }

  get isDatagram(): boolean {
    return false
  }

  get isProven(): boolean {
    return this.#unit.isProven ?? false
  }

  encode(command: Command, password: string | undefined): Uint8Array | undefined {
    return this.#session.encode(this.#unit, command, password)
  }

  send(bytes: Uint8Array): boolean {
    return this.#session.sendTo(this.#unit.id, bytes)
  }
}
