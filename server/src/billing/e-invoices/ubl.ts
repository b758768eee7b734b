/** An e-invoice in UBL 2.1. A credit note is a separate document type with other names for the same fields. Pure. */
import { core } from './cii.ts'
import type { EInvoice, EInvoiceLine, Period, Tax, TaxSum, Trader } from './e-invoice.ts'
import { document, leaf, node } from './xml.ts'

const oasis = 'urn:oasis:names:specification:ubl:schema:xsd'

export function ublOf(invoice: EInvoice): string {
  const kind = invoice.isCredit ? 'CreditNote' : 'Invoice'
  const amount = moneyIn(invoice.currency)
  return document(
    kind,
    {
      xmlns: `${oasis}:${kind}-2`,
      'xmlns:cac': `${oasis}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${oasis}:CommonBasicComponents-2`,
    },
    leaf('cbc:CustomizationID', core.id),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:IssueDate', invoice.issuedOn),
    invoice.isCredit ? '' : leaf('cbc:DueDate', invoice.dueOn),
    leaf(`cbc:${kind}TypeCode`, invoice.isCredit ? '381' : '380'),
    leaf('cbc:Note', invoice.note),
    leaf('cbc:DocumentCurrencyCode', invoice.currency),
    leaf('cbc:BuyerReference', invoice.buyerReference),
    periodOf(invoice.period),
    node(
      'cac:BillingReference',
      node(
        'cac:InvoiceDocumentReference',
        leaf('cbc:ID', invoice.credits?.number),
        leaf('cbc:IssueDate', invoice.credits?.issuedOn),
      ),
    ),
    node('cac:AccountingSupplierParty', traderOf(invoice.seller)),
    node('cac:AccountingCustomerParty', traderOf(invoice.buyer)),
    node('cac:Delivery', leaf('cbc:ActualDeliveryDate', invoice.deliveredOn)),
    paymentOf(invoice),
    node('cac:PaymentTerms', leaf('cbc:Note', invoice.terms)),
    node(
      'cac:TaxTotal',
      amount('TaxAmount', invoice.tax),
      ...invoice.taxes.map((tax) =>
        node(
          'cac:TaxSubtotal',
          amount('TaxableAmount', tax.net),
          amount('TaxAmount', tax.amount),
          categoryOf('cac:TaxCategory', tax, tax.reason),
        ),
      ),
    ),
    node(
      'cac:LegalMonetaryTotal',
      amount('LineExtensionAmount', invoice.net),
      amount('TaxExclusiveAmount', invoice.net),
      amount('TaxInclusiveAmount', invoice.total),
      amount('PayableAmount', invoice.total),
    ),
    ...invoice.lines.map((line) => lineOf(line, invoice.isCredit, amount)),
  )
}

const moneyIn = (currencyID: string) => (name: string, amount: string) => leaf(`cbc:${name}`, amount, { currencyID })

const periodOf = (period: Period | undefined): string =>
  period ? node('cac:InvoicePeriod', leaf('cbc:StartDate', period.starts), leaf('cbc:EndDate', period.ends)) : ''

const schemeOf = (id: string): string => node('cac:TaxScheme', leaf('cbc:ID', id))

const categoryOf = (name: string, { category, rate }: Tax, reason?: TaxSum['reason']): string =>
  node(
    name,
    leaf('cbc:ID', category),
    leaf('cbc:Percent', rate),
    leaf('cbc:TaxExemptionReasonCode', reason?.code),
    leaf('cbc:TaxExemptionReason', reason?.text),
    schemeOf('VAT'),
  )

const traderOf = ({ address, ...trader }: Trader): string =>
  node(
    'cac:Party',
    leaf('cbc:EndpointID', trader.email, { schemeID: 'EM' }),
    node('cac:PartyIdentification', leaf('cbc:ID', trader.id)),
    node(
      'cac:PostalAddress',
      leaf('cbc:StreetName', address.line1),
      leaf('cbc:AdditionalStreetName', address.line2),
      leaf('cbc:CityName', address.city),
      leaf('cbc:PostalZone', address.postal_code),
      leaf('cbc:CountrySubentity', address.state),
      node('cac:Country', leaf('cbc:IdentificationCode', address.country)),
    ),
    trader.vat === null ? '' : node('cac:PartyTaxScheme', leaf('cbc:CompanyID', trader.vat), schemeOf('VAT')),
    trader.taxNumber === null
      ? ''
      : node('cac:PartyTaxScheme', leaf('cbc:CompanyID', trader.taxNumber), schemeOf('FC')),
    node('cac:PartyLegalEntity', leaf('cbc:RegistrationName', trader.name), leaf('cbc:CompanyID', trader.legalId)),
    node(
      'cac:Contact',
      leaf('cbc:Name', trader.contact),
      leaf('cbc:Telephone', trader.phone),
      leaf('cbc:ElectronicMail', trader.email),
    ),
  )

const paymentOf = ({ payment: { code, iban, bic, holder }, paymentReference }: EInvoice): string =>
  node(
    'cac:PaymentMeans',
    leaf('cbc:PaymentMeansCode', code),
    leaf('cbc:PaymentID', paymentReference),
    iban === null
      ? ''
      : node(
          'cac:PayeeFinancialAccount',
          leaf('cbc:ID', iban),
          leaf('cbc:Name', holder),
          node('cac:FinancialInstitutionBranch', leaf('cbc:ID', bic)),
        ),
  )

const lineOf = (line: EInvoiceLine, isCredit: boolean, amount: ReturnType<typeof moneyIn>): string =>
  node(
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    leaf('cbc:ID', line.id),
    leaf(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', line.quantity, { unitCode: line.unit }),
    amount('LineExtensionAmount', line.net),
    periodOf(line.period),
    line.discount
      ? node(
          'cac:AllowanceCharge',
          leaf('cbc:ChargeIndicator', 'false'),
          leaf('cbc:AllowanceChargeReasonCode', '95'),
          leaf('cbc:AllowanceChargeReason', 'Discount'),
          leaf('cbc:MultiplierFactorNumeric', line.discount.rate),
          amount('Amount', line.discount.amount),
          amount('BaseAmount', line.discount.base),
        )
      : '',
    node('cac:Item', leaf('cbc:Name', line.name), categoryOf('cac:ClassifiedTaxCategory', line.tax)),
    node(
      'cac:Price',
      amount('PriceAmount', line.price),
      leaf('cbc:BaseQuantity', line.priceQuantity, { unitCode: line.unit }),
    ),
  )
