/** Whether test cards buy anything here: never by accident where service is sold for money. */
import type { Config } from '../config/config.ts'
import { isDemoOn } from '../config/demo-file.ts'
import { conflict } from '../errors.ts'

type Settings = Pick<Config, 'cardSandbox' | 'dataFolder' | 'demo' | 'isTestInstallation'>

/** Why the sandbox takes test cards; undefined: it takes none. */
export function whySandboxIsOpen(config: Settings): string | undefined {
  if (config.isTestInstallation) return 'because of the test clock'
  if (isDemoOn(config)) return 'because of the demo'
  return config.cardSandbox ? 'because of WAYMARK_CARD_SANDBOX' : undefined
}

export function requireSandbox(config: Settings): void {
  if (whySandboxIsOpen(config) === undefined) {
    conflict(
      'There is no card processor here, so this cannot be paid by card. Ask whoever sent it for another way to pay.',
    )
  }
}
