const ADDRESS = /(?<first>[^\s<>@])[^\s<>@]*@[^\s<>@]*/gu

/** Every address in a text as its first character: enough to tell two apart, too little to write to. */
export const maskAddresses = (text: string): string => text.replaceAll(ADDRESS, '$<first>…@…')
