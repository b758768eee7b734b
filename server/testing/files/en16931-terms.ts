/** The terms of EN 16931 read back from either syntax, as input for the rules. */
import { all, type Element, first, textAt } from './xml.ts'

type Text = string | undefined

export interface Terms {
  readonly specification: Text
  readonly number: Text
  readonly issued: Text
  readonly due: Text
  readonly terms: Text
  readonly type: Text
  readonly currency: Text
  readonly buyerReference: Text
  readonly credits: Text
  readonly starts: Text
  readonly ends: Text
  readonly delivered: Text
  readonly seller: TraderTerms
  readonly buyer: TraderTerms
  readonly means: Text
  readonly iban: Text
  readonly remittance: Text
  readonly lines: readonly LineTerms[]
  readonly taxes: readonly TaxTerms[]
  readonly lineTotal: Text
  readonly net: Text
  readonly tax: Text
  readonly total: Text
  readonly payable: Text
}

export interface TraderTerms {
  readonly name: Text
  readonly id: Text
  readonly legalId: Text
  readonly vat: Text
  readonly taxNumber: Text
  readonly endpoint: Text
  readonly endpointScheme: Text
  readonly contact: Text
  readonly phone: Text
  readonly email: Text
  readonly city: Text
  readonly postalCode: Text
  readonly country: Text
  readonly hasAddress: boolean
}

export interface LineTerms {
  readonly id: Text
  readonly name: Text
  readonly quantity: Text
  readonly unit: Text
  readonly price: Text
  readonly priceQuantity: Text
  readonly net: Text
  readonly category: Text
  readonly rate: Text
  readonly starts: Text
  readonly ends: Text
  readonly discount: Text
  readonly discountBase: Text
  readonly discountReason: Text
}

export interface TaxTerms {
  readonly category: Text
  readonly rate: Text
  readonly net: Text
  readonly amount: Text
  readonly reason: Text
  readonly reasonCode: Text
}

export const termsOf = (root: Element): Terms => (root.name === 'CrossIndustryInvoice' ? ofCii(root) : ofUbl(root))

const dayOf = (text: Text): Text => text?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

function ofCii(root: Element): Terms {
  const deal = first(root, 'SupplyChainTradeTransaction') as Element
  const agreement = first(deal, 'ApplicableHeaderTradeAgreement') as Element
  const settlement = first(deal, 'ApplicableHeaderTradeSettlement') as Element
  const sum = (name: string) => textAt(settlement, `SpecifiedTradeSettlementHeaderMonetarySummation/${name}`)
  const means = 'SpecifiedTradeSettlementPaymentMeans'
  return {
    specification: textAt(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'),
    number: textAt(root, 'ExchangedDocument/ID'),
    issued: dayOf(textAt(root, 'ExchangedDocument/IssueDateTime/DateTimeString')),
    type: textAt(root, 'ExchangedDocument/TypeCode'),
    due: dayOf(textAt(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString')),
    terms: textAt(settlement, 'SpecifiedTradePaymentTerms/Description'),
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
    buyerReference: textAt(agreement, 'BuyerReference'),
    credits: textAt(settlement, 'InvoiceReferencedDocument/IssuerAssignedID'),
    ...ciiPeriod(settlement),
    delivered: dayOf(
      textAt(deal, 'ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString'),
    ),
    seller: ciiTrader(first(agreement, 'SellerTradeParty') as Element),
    buyer: ciiTrader(first(agreement, 'BuyerTradeParty') as Element),
    means: textAt(settlement, `${means}/TypeCode`),
    iban: textAt(settlement, `${means}/PayeePartyCreditorFinancialAccount/IBANID`),
    remittance: textAt(settlement, 'PaymentReference'),
    lines: all(deal, 'IncludedSupplyChainTradeLineItem').map(ciiLine),
    taxes: all(settlement, 'ApplicableTradeTax').map((tax) => ({
      category: textAt(tax, 'CategoryCode'),
      rate: textAt(tax, 'RateApplicablePercent'),
      net: textAt(tax, 'BasisAmount'),
      amount: textAt(tax, 'CalculatedAmount'),
      reason: textAt(tax, 'ExemptionReason'),
      reasonCode: textAt(tax, 'ExemptionReasonCode'),
    })),
    ...{ lineTotal: sum('LineTotalAmount'), net: sum('TaxBasisTotalAmount'), tax: sum('TaxTotalAmount') },
    ...{ total: sum('GrandTotalAmount'), payable: sum('DuePayableAmount') },
  }
}

const ciiPeriod = (from: Element) => ({
  starts: dayOf(textAt(from, 'BillingSpecifiedPeriod/StartDateTime/DateTimeString')),
  ends: dayOf(textAt(from, 'BillingSpecifiedPeriod/EndDateTime/DateTimeString')),
})

const ciiTrader = (party: Element): TraderTerms => {
  const number = (scheme: string) =>
    all(party, 'SpecifiedTaxRegistration/ID').find(({ attributes }) => attributes.schemeID === scheme)?.text
  return {
    name: textAt(party, 'Name'),
    id: textAt(party, 'ID'),
    legalId: textAt(party, 'SpecifiedLegalOrganization/ID'),
    ...{ vat: number('VA'), taxNumber: number('FC') },
    endpoint: textAt(party, 'URIUniversalCommunication/URIID'),
    endpointScheme: first(party, 'URIUniversalCommunication/URIID')?.attributes.schemeID,
    contact: textAt(party, 'DefinedTradeContact/PersonName'),
    phone: textAt(party, 'DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber'),
    email: textAt(party, 'DefinedTradeContact/EmailURIUniversalCommunication/URIID'),
    city: textAt(party, 'PostalTradeAddress/CityName'),
    postalCode: textAt(party, 'PostalTradeAddress/PostcodeCode'),
    country: textAt(party, 'PostalTradeAddress/CountryID'),
    hasAddress: first(party, 'PostalTradeAddress') !== undefined,
  }
}

const ciiLine = (line: Element): LineTerms => {
  const price = 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice'
  const settlement = first(line, 'SpecifiedLineTradeSettlement') as Element
  return {
    id: textAt(line, 'AssociatedDocumentLineDocument/LineID'),
    name: textAt(line, 'SpecifiedTradeProduct/Name'),
    quantity: textAt(line, 'SpecifiedLineTradeDelivery/BilledQuantity'),
    unit: first(line, 'SpecifiedLineTradeDelivery/BilledQuantity')?.attributes.unitCode,
    price: textAt(line, `${price}/ChargeAmount`),
    priceQuantity: textAt(line, `${price}/BasisQuantity`),
    net: textAt(settlement, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
    category: textAt(settlement, 'ApplicableTradeTax/CategoryCode'),
    rate: textAt(settlement, 'ApplicableTradeTax/RateApplicablePercent'),
    ...ciiPeriod(settlement),
    discount: textAt(settlement, 'SpecifiedTradeAllowanceCharge/ActualAmount'),
    discountBase: textAt(settlement, 'SpecifiedTradeAllowanceCharge/BasisAmount'),
    discountReason: textAt(settlement, 'SpecifiedTradeAllowanceCharge/Reason'),
  }
}

function ofUbl(root: Element): Terms {
  const sum = (name: string) => textAt(root, `LegalMonetaryTotal/${name}`)
  return {
    specification: textAt(root, 'CustomizationID'),
    number: textAt(root, 'ID'),
    issued: textAt(root, 'IssueDate'),
    type: textAt(root, `${root.name}TypeCode`),
    due: textAt(root, 'DueDate'),
    terms: textAt(root, 'PaymentTerms/Note'),
    currency: textAt(root, 'DocumentCurrencyCode'),
    buyerReference: textAt(root, 'BuyerReference'),
    credits: textAt(root, 'BillingReference/InvoiceDocumentReference/ID'),
    ...ublPeriod(root),
    delivered: textAt(root, 'Delivery/ActualDeliveryDate'),
    seller: ublTrader(first(root, 'AccountingSupplierParty/Party') as Element),
    buyer: ublTrader(first(root, 'AccountingCustomerParty/Party') as Element),
    means: textAt(root, 'PaymentMeans/PaymentMeansCode'),
    iban: textAt(root, 'PaymentMeans/PayeeFinancialAccount/ID'),
    remittance: textAt(root, 'PaymentMeans/PaymentID'),
    lines: all(root, `${root.name}Line`).map(ublLine),
    taxes: all(root, 'TaxTotal/TaxSubtotal').map((tax) => ({
      category: textAt(tax, 'TaxCategory/ID'),
      rate: textAt(tax, 'TaxCategory/Percent'),
      net: textAt(tax, 'TaxableAmount'),
      amount: textAt(tax, 'TaxAmount'),
      reason: textAt(tax, 'TaxCategory/TaxExemptionReason'),
      reasonCode: textAt(tax, 'TaxCategory/TaxExemptionReasonCode'),
    })),
    ...{ lineTotal: sum('LineExtensionAmount'), net: sum('TaxExclusiveAmount') },
    ...{ tax: textAt(root, 'TaxTotal/TaxAmount'), total: sum('TaxInclusiveAmount'), payable: sum('PayableAmount') },
  }
}

const ublPeriod = (from: Element) => ({
  starts: textAt(from, 'InvoicePeriod/StartDate'),
  ends: textAt(from, 'InvoicePeriod/EndDate'),
})

const ublTrader = (party: Element): TraderTerms => {
  const number = (scheme: string) => {
    const found = all(party, 'PartyTaxScheme').find((one) => textAt(one, 'TaxScheme/ID') === scheme)
    return found && textAt(found, 'CompanyID')
  }
  return {
    name: textAt(party, 'PartyLegalEntity/RegistrationName'),
    id: textAt(party, 'PartyIdentification/ID'),
    legalId: textAt(party, 'PartyLegalEntity/CompanyID'),
    ...{ vat: number('VAT'), taxNumber: number('FC') },
    endpoint: textAt(party, 'EndpointID'),
    endpointScheme: first(party, 'EndpointID')?.attributes.schemeID,
    contact: textAt(party, 'Contact/Name'),
    phone: textAt(party, 'Contact/Telephone'),
    email: textAt(party, 'Contact/ElectronicMail'),
    city: textAt(party, 'PostalAddress/CityName'),
    postalCode: textAt(party, 'PostalAddress/PostalZone'),
    country: textAt(party, 'PostalAddress/Country/IdentificationCode'),
    hasAddress: first(party, 'PostalAddress') !== undefined,
  }
}

const ublLine = (line: Element): LineTerms => {
  const quantity = first(line, 'InvoicedQuantity') ?? first(line, 'CreditedQuantity')
  return {
    id: textAt(line, 'ID'),
    name: textAt(line, 'Item/Name'),
    quantity: quantity?.text,
    unit: quantity?.attributes.unitCode,
    price: textAt(line, 'Price/PriceAmount'),
    priceQuantity: textAt(line, 'Price/BaseQuantity'),
    net: textAt(line, 'LineExtensionAmount'),
    category: textAt(line, 'Item/ClassifiedTaxCategory/ID'),
    rate: textAt(line, 'Item/ClassifiedTaxCategory/Percent'),
    ...ublPeriod(line),
    discount: textAt(line, 'AllowanceCharge/Amount'),
    discountBase: textAt(line, 'AllowanceCharge/BaseAmount'),
    discountReason: textAt(line, 'AllowanceCharge/AllowanceChargeReason'),
  }
}
