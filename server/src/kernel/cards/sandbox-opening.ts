/** Whether test cards work here: never by accident where service is sold for money. */
import type { Config } from '../config/config.ts'
import { isDemoOn } from '../config/demo-file.ts'
import { conflict } from '../errors.ts'

type Settings = Pick<Config, 'cardSandbox' | 'dataFolder' | 'demo' | 'isTestInstallation'>

/** Why the sandbox accepts test cards; undefined: it does not. */
export function whySandboxIsOpen(config: Settings): string | undefined {
  if (config.isTestInstallation) return 'because of the test clock'
  if (isDemoOn(config)) return 'because of the demo'
  return config.cardSandbox ? 'because of WAYMARK_CARD_SANDBOX' : undefined
}

export function requireSandbox(config: Settings): void {
  if (whySandboxIsOpen(config) === undefined) {
    conflict('No card processor is set up here, so you cannot pay this by card. Ask the sender for another way to pay.')
  }
}
