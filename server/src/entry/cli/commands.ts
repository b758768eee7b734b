/** Every command. */

import type { Command } from './command.ts'
import { accountCommands } from './commands/accounts.ts'
import { backupCommands } from './commands/backup.ts'
import { automaticBackupCommands } from './commands/backups.ts'
import { capacityCommands } from './commands/capacity.ts'
import { clockCommands } from './commands/clock.ts'
import { clusterCommands } from './commands/cluster.ts'
import { companyCommands } from './commands/company.ts'
import { dealerCommands } from './commands/dealer.ts'
import { demoCommands } from './commands/demo.ts'
import { doctorCommands } from './commands/doctor.ts'
import { invoiceCommands } from './commands/invoice.ts'
import { keyCommands } from './commands/key.ts'
import { lifecycleCommands } from './commands/lifecycle.ts'
import { lobbyCommands } from './commands/lobby.ts'
import { mailCommands } from './commands/mail.ts'
import { mapCommands } from './commands/map.ts'
import { planCommands } from './commands/plan.ts'
import { quarantineCommands } from './commands/quarantine.ts'
import { redecodeCommands } from './commands/redecode.ts'
import { settingsCommands } from './commands/settings.ts'
import { simulateCommands } from './commands/simulate.ts'
import { staffCommands } from './commands/staff.ts'
import { subscriptionCommands } from './commands/subscription.ts'
import { tokenCommands } from './commands/token.ts'
import { trafficCommands } from './commands/traffic.ts'
import { unitCommandCommands } from './commands/unit-command.ts'
import { upgradeCommands } from './commands/upgrade.ts'
import { versionCommands } from './commands/version.ts'
import { completionCommands } from './completion.ts'

export const commands: readonly Command[] = [
  ...dealerCommands,
  ...accountCommands,
  ...companyCommands,
  ...tokenCommands,
  ...staffCommands,
  ...planCommands,
  ...subscriptionCommands,
  ...lifecycleCommands,
  ...invoiceCommands,
  ...settingsCommands,
  ...mailCommands,
  ...lobbyCommands,
  ...unitCommandCommands,
  ...clockCommands,
  ...demoCommands,
  ...simulateCommands,
  ...trafficCommands,
  ...redecodeCommands,
  ...quarantineCommands,
  ...clusterCommands,
  ...backupCommands,
  ...automaticBackupCommands,
  ...upgradeCommands,
  ...keyCommands,
  ...mapCommands,
  ...capacityCommands,
  ...doctorCommands,
  ...versionCommands,
  ...completionCommands(() => commands),
]
