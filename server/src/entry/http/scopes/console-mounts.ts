/** Routes of the dealer's pages that the contract does not have, by where they are mounted. */
import { bankLineRoutes, bankStatementRoutes } from '#billing/bank-statements/routes.ts'
import { clientCreditRoutes } from '#billing/client-credit/routes.ts'
import {
  consoleAccountRoutes as accountLinkRoutes,
  consoleInvoiceRoutes as invoiceLinkRoutes,
} from '#billing/client-invoices/checkouts/link-routes.ts'
import {
  consoleAccountRoutes as accountCollectionRoutes,
  consoleSettingsRoutes as collectionRoutes,
  consoleInvoiceRoutes as invoiceCollectionRoutes,
} from '#billing/client-invoices/collection/collection-routes.ts'
import { consoleInvoiceRoutes } from '#billing/client-invoices/routes.ts'
import { accountStatementRoutes } from '#billing/client-invoices/statements/statement-routes.ts'
import { consolePlanRoutes as planDueDateRoutes } from '#billing/dunning/routes.ts'
import { consoleJournalRoutes } from '#billing/e-invoices/journal-routes.ts'
import { consoleEInvoiceRoutes } from '#billing/e-invoices/routes.ts'
import { consolePaperRoutes } from '#billing/invoice-paper/routes.ts'
import { consolePlanRoutes } from '#billing/plans/routes.ts'
import {
  consoleAccountRoutes as clientPriceRoutes,
  consolePlanRoutes as planPriceRoutes,
} from '#billing/prices/routes.ts'
import { accountReminderRoutes, reminderRoutes } from '#billing/reminders/routes.ts'
import { consoleAccountRoutes as accountInvitationRoutes } from '#customers/accounts/routes.ts'
import { invoiceReminderRoutes } from '#customers/reminder-mails/routes.ts'
import { consoleAccountRoutes as profileRoutes } from '#identity/client-profiles/routes.ts'
import { consoleCompanyRoutes } from '#identity/company/routes.ts'
import { consoleUnitRoutes as unitAddressRoutes } from '#insights/addresses/routes.ts'
import { consoleAccountFigureRoutes, consoleFigureRoutes } from '#portals/dashboard/figures-routes.ts'
import { consoleAccountRoutes as peopleRoutes } from '#portals/people/routes.ts'
import { consoleUnitRoutes as unitLinkRoutes } from '#portals/shares/routes.ts'
import { consoleBinRoutes, consoleMoveRoutes } from '#tracking/bin/routes.ts'
import { consoleModelRoutes as modelRoutes } from '#tracking/catalogue/routes.ts'
import {
  consoleHistoryRoutes,
  consoleModelRoutes as modelProtocolRoutes,
  consoleUnitRoutes as unitProtocolRoutes,
} from '#tracking/protocol-settings/routes.ts'
import { consoleTermRoutes } from '#tracking/renewals/routes.ts'
import { consoleUnitRoutes as unitSettingsRoutes } from '#tracking/units/settings/settings-routes.ts'
import { consoleFieldRoutes, consoleVehicleRoutes } from '#tracking/vehicles/field-routes.ts'
import type { MountedRoutes } from '../openapi/openapi.ts'

export const consoleMounts: readonly MountedRoutes[] = [
  {
    prefix: '/console/accounts',
    routes: [
      ...[...peopleRoutes, ...profileRoutes, ...clientPriceRoutes],
      ...[...accountLinkRoutes, ...clientCreditRoutes, ...accountStatementRoutes, ...accountCollectionRoutes],
      ...[...accountReminderRoutes, ...consoleAccountFigureRoutes, ...accountInvitationRoutes],
    ],
  },
  { prefix: '/console/client-plans', routes: [...consolePlanRoutes, ...planPriceRoutes, ...planDueDateRoutes] },
  {
    prefix: '/console/client-invoices',
    routes: [
      ...consoleInvoiceRoutes,
      ...invoiceLinkRoutes,
      ...invoiceCollectionRoutes,
      ...consolePaperRoutes,
      ...consoleEInvoiceRoutes,
      ...consoleJournalRoutes,
      ...invoiceReminderRoutes,
    ],
  },
  { prefix: '/console/collection', routes: collectionRoutes },
  { prefix: '/console/bank-statements', routes: bankStatementRoutes },
  { prefix: '/console/bank-lines', routes: bankLineRoutes },
  { prefix: '/console/reminders', routes: reminderRoutes },
  { prefix: '/console/unit-terms', routes: consoleTermRoutes },
  { prefix: '/console/figures', routes: consoleFigureRoutes },
  { prefix: '/console/company', routes: consoleCompanyRoutes },
  {
    prefix: '/console/units',
    routes: [
      ...unitSettingsRoutes,
      ...consoleMoveRoutes,
      ...unitProtocolRoutes,
      ...consoleHistoryRoutes,
      ...unitLinkRoutes,
      ...unitAddressRoutes,
    ],
  },
  { prefix: '/console/deleted-units', routes: consoleBinRoutes },
  { prefix: '/console/vehicles', routes: consoleVehicleRoutes },
  { prefix: '/console/vehicle-fields', routes: consoleFieldRoutes },
  { prefix: '/console/models', routes: [...modelRoutes, ...modelProtocolRoutes] },
]
