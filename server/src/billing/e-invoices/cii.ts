/** An e-invoice as UN/CEFACT Cross Industry Invoice (D16B). The schema prescribes the order of all elements. Pure. */
import type { Day } from '#kernel/time/day.ts'
import type { EInvoice, EInvoiceLine, Period, Tax, TaxSum, Trader } from './e-invoice.ts'
import { document, leaf, node } from './xml.ts'

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

export interface Guideline {
  readonly id: string
  readonly process: string | null
}

export const core: Guideline = { id: 'urn:cen.eu:en16931:2017', process: null }
export const xRechnung: Guideline = {
  id: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
}

export const ciiOf = (invoice: EInvoice, guideline: Guideline): string =>
  document(
    'rsm:CrossIndustryInvoice',
    namespaces,
    node(
      'rsm:ExchangedDocumentContext',
      node('ram:BusinessProcessSpecifiedDocumentContextParameter', leaf('ram:ID', guideline.process)),
      node('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', guideline.id)),
    ),
    node(
      'rsm:ExchangedDocument',
      leaf('ram:ID', invoice.number),
      leaf('ram:TypeCode', invoice.isCredit ? '381' : '380'),
      dateOf('ram:IssueDateTime', invoice.issuedOn),
      node('ram:IncludedNote', leaf('ram:Content', invoice.note)),
    ),
    node(
      'rsm:SupplyChainTradeTransaction',
      ...invoice.lines.map(lineOf),
      node(
        'ram:ApplicableHeaderTradeAgreement',
        leaf('ram:BuyerReference', invoice.buyerReference),
        traderOf('ram:SellerTradeParty', invoice.seller),
        traderOf('ram:BuyerTradeParty', invoice.buyer),
      ),
      deliveryOf(invoice.deliveredOn),
      settlementOf(invoice),
    ),
  )

const dateOf = (name: string, day: Day | null, type = 'udt'): string =>
  node(name, leaf(`${type}:DateTimeString`, day?.replaceAll('-', ''), { format: '102' }))

const periodOf = (period: Period | undefined): string =>
  period
    ? node(
        'ram:BillingSpecifiedPeriod',
        dateOf('ram:StartDateTime', period.starts),
        dateOf('ram:EndDateTime', period.ends),
      )
    : ''

/** The element is required even if it is empty. */
const deliveryOf = (day: Day | null): string =>
  day === null
    ? '<ram:ApplicableHeaderTradeDelivery/>'
    : node(
        'ram:ApplicableHeaderTradeDelivery',
        node('ram:ActualDeliverySupplyChainEvent', dateOf('ram:OccurrenceDateTime', day)),
      )

const lineOf = (line: EInvoiceLine): string =>
  node(
    'ram:IncludedSupplyChainTradeLineItem',
    node('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', line.id)),
    node('ram:SpecifiedTradeProduct', leaf('ram:Name', line.name)),
    node(
      'ram:SpecifiedLineTradeAgreement',
      node(
        'ram:NetPriceProductTradePrice',
        leaf('ram:ChargeAmount', line.price),
        leaf('ram:BasisQuantity', line.priceQuantity, { unitCode: line.unit }),
      ),
    ),
    node('ram:SpecifiedLineTradeDelivery', leaf('ram:BilledQuantity', line.quantity, { unitCode: line.unit })),
    node(
      'ram:SpecifiedLineTradeSettlement',
      node('ram:ApplicableTradeTax', leaf('ram:TypeCode', 'VAT'), ...categoryOf(line.tax)),
      periodOf(line.period),
      discountOf(line.discount),
      node('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', line.net)),
    ),
  )

const categoryOf = ({ category, rate }: Tax): string[] => [
  leaf('ram:CategoryCode', category),
  leaf('ram:RateApplicablePercent', rate),
]

const discountOf = (discount: EInvoiceLine['discount']): string =>
  discount
    ? node(
        'ram:SpecifiedTradeAllowanceCharge',
        node('ram:ChargeIndicator', leaf('udt:Indicator', 'false')),
        leaf('ram:CalculationPercent', discount.rate),
        leaf('ram:BasisAmount', discount.base),
        leaf('ram:ActualAmount', discount.amount),
        leaf('ram:ReasonCode', '95'),
        leaf('ram:Reason', 'Discount'),
      )
    : ''

const traderOf = (name: string, { address, ...trader }: Trader): string =>
  node(
    name,
    leaf('ram:ID', trader.id),
    leaf('ram:Name', trader.name),
    node('ram:SpecifiedLegalOrganization', leaf('ram:ID', trader.legalId)),
    node(
      'ram:DefinedTradeContact',
      leaf('ram:PersonName', trader.contact),
      node('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', trader.phone)),
      node('ram:EmailURIUniversalCommunication', leaf('ram:URIID', trader.email)),
    ),
    node(
      'ram:PostalTradeAddress',
      leaf('ram:PostcodeCode', address.postal_code),
      leaf('ram:LineOne', address.line1),
      leaf('ram:LineTwo', address.line2),
      leaf('ram:CityName', address.city),
      leaf('ram:CountryID', address.country),
      leaf('ram:CountrySubDivisionName', address.state),
    ),
    node('ram:URIUniversalCommunication', leaf('ram:URIID', trader.email, { schemeID: 'EM' })),
    node('ram:SpecifiedTaxRegistration', leaf('ram:ID', trader.vat, { schemeID: 'VA' })),
    node('ram:SpecifiedTaxRegistration', leaf('ram:ID', trader.taxNumber, { schemeID: 'FC' })),
  )

const settlementOf = (invoice: EInvoice): string =>
  node(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:PaymentReference', invoice.paymentReference),
    leaf('ram:InvoiceCurrencyCode', invoice.currency),
    paymentOf(invoice.payment),
    ...invoice.taxes.map(taxOf),
    periodOf(invoice.period),
    node(
      'ram:SpecifiedTradePaymentTerms',
      leaf('ram:Description', invoice.terms),
      dateOf('ram:DueDateDateTime', invoice.dueOn),
    ),
    node(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      leaf('ram:LineTotalAmount', invoice.net),
      leaf('ram:TaxBasisTotalAmount', invoice.net),
      leaf('ram:TaxTotalAmount', invoice.tax, { currencyID: invoice.currency }),
      leaf('ram:GrandTotalAmount', invoice.total),
      leaf('ram:DuePayableAmount', invoice.total),
    ),
    invoice.credits
      ? node(
          'ram:InvoiceReferencedDocument',
          leaf('ram:IssuerAssignedID', invoice.credits.number),
          dateOf('ram:FormattedIssueDateTime', invoice.credits.issuedOn, 'qdt'),
        )
      : '',
  )

const paymentOf = ({ code, iban, bic, holder }: EInvoice['payment']): string =>
  node(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    leaf('ram:TypeCode', code),
    iban === null
      ? ''
      : node('ram:PayeePartyCreditorFinancialAccount', leaf('ram:IBANID', iban), leaf('ram:AccountName', holder)),
    node('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', bic)),
  )

const taxOf = ({ net, amount, reason, category, rate }: TaxSum): string =>
  node(
    'ram:ApplicableTradeTax',
    leaf('ram:CalculatedAmount', amount),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', reason?.text),
    leaf('ram:BasisAmount', net),
    leaf('ram:CategoryCode', category),
    leaf('ram:ExemptionReasonCode', reason?.code),
    leaf('ram:RateApplicablePercent', rate),
  )
