/** Only its items show a bill's currency. They never change, so each bill is requested once. */
import type { Bill } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { fleetApp } from '../clients/applications.ts'

export const useItems = ({ id, account_id }: Pick<Bill, 'id' | 'account_id'>, isEnabled = true) =>
  useOperation(
    'getBillingCardpayPaymentsByPaymentIdItems',
    { payment_id: id, app_id: fleetApp, account_id },
    { isSteady: true, isEnabled },
  )

export const useCurrency = (bill: Pick<Bill, 'id' | 'account_id'>): string | undefined =>
  useItems(bill).data?.[0]?.currency
