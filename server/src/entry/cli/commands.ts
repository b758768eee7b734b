/** Every command. */

import { accountCommands } from './accounts.ts'
import { backupCommands } from './backup.ts'
import { automaticBackupCommands } from './backups.ts'
import { capacityCommands } from './capacity.ts'
import { clockCommands } from './clock.ts'
import { clusterCommands } from './cluster.ts'
import type { Command } from './command.ts'
import { companyCommands } from './company.ts'
import { completionCommands } from './completion.ts'
import { dealerCommands } from './dealer.ts'
import { demoCommands } from './demo.ts'
import { doctorCommands } from './doctor.ts'
import { invoiceCommands } from './invoice.ts'
import { lifecycleCommands } from './lifecycle.ts'
import { lobbyCommands } from './lobby.ts'
import { mailCommands } from './mail.ts'
import { mapCommands } from './map.ts'
import { planCommands } from './plan.ts'
import { quarantineCommands } from './quarantine.ts'
import { redecodeCommands } from './redecode.ts'
import { settingsCommands } from './settings.ts'
import { simulateCommands } from './simulate.ts'
import { staffCommands } from './staff.ts'
import { subscriptionCommands } from './subscription.ts'
import { tokenCommands } from './token.ts'
import { trafficCommands } from './traffic.ts'
import { unitCommandCommands } from './unit-command.ts'
import { upgradeCommands } from './upgrade.ts'
import { versionCommands } from './version.ts'

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
  ...mapCommands,
  ...capacityCommands,
  ...doctorCommands,
  ...versionCommands,
  ...completionCommands(() => commands),
]
