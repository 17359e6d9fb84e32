// Made from the description of the server by "npm run client:types": do not change it by hand.

/** What each operation takes and answers. */
export type Operations = {
  /** List and search papers, best long-horizon score first */
  'GET /api/papers': {
    query: {
      /** Words, joined by AND; "a phrase", -word, OR, word*, title:, author:, abstract: and topic: are understood. At most 256 characters and 16 words. */
      q?: string | number
      /** Only papers of this chapter, 1 to 7. */
      chapter?: string | number
      /** At most so many results; 50 by default, 500 at most. */
      limit?: string | number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      /** Papers in this answer. */
      count: number
      papers: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        houseCommentary?: string
      }[]
    }
  }
  /** Submit a paper; it appears in the library after review */
  'POST /api/papers': {
    query: {
      /** true: check everything, store and count nothing. */
      dryRun?: 'true' | 'false' | boolean
    }
    path: Record<string, never>
    headers: {
      /** A name of this request: sent again under it, it is done once, and answered the same. */
      "Idempotency-Key"?: string | number
    }
    body: {
      id: string
      title: string
      authors: string[]
      year: number
      institution?: string
      url?: string
      abstract?: string
      chapter?: number
      longHorizonScore?: number
      enterpriseScore?: number
      topics?: string[]
      concepts?: string[]
      frameworkMappings?: string[]
      houseCommentary?: string
      storageUrl?: string
      type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
      fullText?: string
      authorNames?: {
        name: string
        family: string
        given?: string
      }[]
      date?: string
      doi?: string
      arxivId?: string
      container?: string
      volume?: string
      issue?: string
      pages?: string
      publisher?: string
      kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
      license?: string
    }
    answer: {
      success: true
      id: string
      statusUrl: string
      /** Papers with the same DOI, the same arXiv id, or the same title and year. */
      possibleDuplicates: {
        id: string
        title: string
        match: ("doi" | "arxiv" | "title_year")
      }[]
      /** Names in the body that are not fields of a paper. */
      ignored: string[]
    } | {
      success: true
      id: string
      statusUrl: string
      /** Papers with the same DOI, the same arXiv id, or the same title and year. */
      possibleDuplicates: {
        id: string
        title: string
        match: ("doi" | "arxiv" | "title_year")
      }[]
      /** Names in the body that are not fields of a paper. */
      ignored: string[]
      status: "pending"
    }
  }
  /** One paper with full text and commentary */
  'GET /api/papers/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        fullText?: string
      }
    }
  }
  /** Submissions of this key, oldest first; the RateLimit headers tell how many more it may send */
  'GET /api/submissions': {
    query: {
      /** Only submissions in this state. */
      status?: 'pending' | 'changes_requested' | 'accepted' | 'rejected' | 'withdrawn' | 'retracted' | 'merged'
      /** At most so many results; 50 by default, 500 at most. */
      limit?: string | number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      count: number
      submissions: {
        id: string
        title: string
        status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
        submittedAt: string
        updatedAt: string
        /** Rises with each resubmission. */
        version: number
        /** What the reviewer wrote with the last decision. */
        note?: string
        statusUrl: string
        history: {
          status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          at: string
          note?: string
        }[]
      }[]
    }
  }
  /** State of a submission, with the reviewer’s note */
  'GET /api/submissions/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      submission: {
        id: string
        title: string
        status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
        submittedAt: string
        updatedAt: string
        /** Rises with each resubmission. */
        version: number
        /** What the reviewer wrote with the last decision. */
        note?: string
        statusUrl: string
        history: {
          status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          at: string
          note?: string
        }[]
      }
    }
  }
  /** Resubmit a paper that was sent back with a question */
  'PUT /api/submissions/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: {
      id: string
      title: string
      authors: string[]
      year: number
      institution?: string
      url?: string
      abstract?: string
      chapter?: number
      longHorizonScore?: number
      enterpriseScore?: number
      topics?: string[]
      concepts?: string[]
      frameworkMappings?: string[]
      houseCommentary?: string
      storageUrl?: string
      type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
      fullText?: string
      authorNames?: {
        name: string
        family: string
        given?: string
      }[]
      date?: string
      doi?: string
      arxivId?: string
      container?: string
      volume?: string
      issue?: string
      pages?: string
      publisher?: string
      kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
      license?: string
    }
    answer: {
      success: true
      submission: {
        id: string
        title: string
        status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
        submittedAt: string
        updatedAt: string
        /** Rises with each resubmission. */
        version: number
        /** What the reviewer wrote with the last decision. */
        note?: string
        statusUrl: string
        history: {
          status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          at: string
          note?: string
        }[]
      }
    }
  }
  /** Withdraw a submission that is not decided yet */
  'DELETE /api/submissions/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      submission: {
        id: string
        title: string
        status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
        submittedAt: string
        updatedAt: string
        /** Rises with each resubmission. */
        version: number
        /** What the reviewer wrote with the last decision. */
        note?: string
        statusUrl: string
        history: {
          status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          at: string
          note?: string
        }[]
      }
    }
  }
  /** Send a message to the research team */
  'POST /api/contact': {
    query: Record<string, never>
    path: Record<string, never>
    headers: {
      /** A name of this request: sent again under it, it is done once, and answered the same. */
      "Idempotency-Key"?: string | number
    }
    body: {
      name: string
      email: string
      organisation?: string
      subject?: string
      message: string
    }
    answer: {
      success: true
      id: string
      message: string
    }
  }
  /** Subscribe to the weekly brief by email; active once confirmed */
  'POST /api/subscribe': {
    query: Record<string, never>
    path: Record<string, never>
    headers: {
      /** A name of this request: sent again under it, it is done once, and answered the same. */
      "Idempotency-Key"?: string | number
    }
    body: {
      email: string
      name?: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Takes in an email that came to BOUNCE_ADDRESS, signed with BOUNCE_WEBHOOK_SECRET */
  'POST /api/mail/bounces': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: {
      /** The email, with its headers. */
      message: string
      /** What message is written in. */
      encoding?: ("utf8" | "base64")
      /** The address that its envelope names. */
      recipient?: string
    }
    answer: {
      success: true
      kind: ("hard" | "soft" | "complaint" | "unsubscribe" | "notice" | "auto-reply" | "other")
      /** Whether it is about an email of this library and was not reported before. */
      counted: boolean
      /** Whether its subscriber gets no more emails from now on. */
      suppressed: boolean
    }
  }
  /** What the corpus holds, in numbers */
  'GET /api/stats': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      stats: {
        totalPapers: number
        sources: number
        concepts: number
        frameworks: number
      }
    }
  }
  /** Whether the service works */
  'GET /api/health': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      status: "ok"
      version: string
      revision: number
      /** Whole seconds since the process began to serve. */
      uptime: number
    }
  }
  /** Whether this process should get requests */
  'GET /api/health/ready': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      status: "ready"
    }
  }
  /** List indexed papers with filters, best long-horizon score first */
  'GET /api/v1/papers': {
    query: {
      /** Only papers of this chapter, 1 to 7. */
      chapter?: string | number
      /** Research type. */
      type?: 'empirical' | 'theoretical' | 'benchmark' | 'system' | 'survey' | 'position' | 'case_study' | 'dataset'
      /** Least long-horizon score, 0 to 10, inclusive. */
      min_lh_score?: string | number
      /** These papers instead of a page, in this order: ids, DOIs, arXiv ids or addresses, joined by commas; a comma that belongs to one is written as %2C. At most 200, and 8,192 characters. */
      ids?: string | number
      /** Only these fields of each item, and its id: some of id, title, authors, abstract, houseComment, frameworkMappings, year, institution, url, storageUrl, chapter, type, topics, concepts, longHorizonScore, enterpriseScore, date, doi, arxivId, container, volume, issue, pages, publisher, kind, license. */
      fields?: string | number
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** At most so many results; 50 by default, 500 at most. */
      limit?: string | number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The whole answer takes at most about so many tokens; what does not fit comes by nextCursor. From 200. */
      maxTokens?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      /** All matches, before limit; of papers asked for by ids, those that were found. */
      total: number
      papers: ({
        id: string
        title: string
        year?: number
        longHorizonScore?: number
        enterpriseScore?: number
        chapter?: number
        abstract?: string
      } | {
        id: string
        title?: string
        authors?: {
          name: string
          family?: string
          given?: string
        }[]
        abstract?: string
        houseComment?: string
        frameworkMappings?: string[]
        year?: number
        institution?: string
        url?: string
        storageUrl?: string
        chapter?: number
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        topics?: string[]
        concepts?: string[]
        longHorizonScore?: number
        enterpriseScore?: number
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        license?: string
      })[]
      /** Of papers asked for by ids, those that are not here, as they were asked for. */
      missing?: {
        id: string
        reason: ("not_found" | "retracted")
      }[]
      /** Ids that lead to another paper now. */
      redirects?: {
        from: string
        to: string
      }[]
      nextCursor?: (string | null)
      estimatedTokens?: number
    }
  }
  /** Full metadata of one paper */
  'GET /api/v1/papers/{id}': {
    query: {
      /** fullText: the full text as well, where the library has it. */
      include?: 'fullText'
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The whole answer takes at most about so many tokens; what does not fit comes by nextCursor. From 200. */
      maxTokens?: string | number
    }
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: ({
      id: string
      title: string
      authors: {
        name: string
        family?: string
        given?: string
      }[]
      abstract?: string
      houseComment?: string
      frameworkMappings?: string[]
      year: number
      institution?: string
      url?: string
      storageUrl?: string
      chapter?: number
      type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
      topics?: string[]
      concepts?: string[]
      longHorizonScore?: number
      enterpriseScore?: number
      fullText?: string
      /** A day, month or year: 2024-05-17, 2024-05, 2024. */
      date?: string
      doi?: string
      /** Without version. */
      arxivId?: string
      /** Journal, proceedings or book. */
      container?: string
      volume?: string
      issue?: string
      pages?: string
      publisher?: string
      kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
      license?: string
    } | {
      id: string
      title?: string
      authors?: {
        name: string
        family?: string
        given?: string
      }[]
      abstract?: string
      houseComment?: string
      frameworkMappings?: string[]
      year?: number
      institution?: string
      url?: string
      storageUrl?: string
      chapter?: number
      type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
      topics?: string[]
      concepts?: string[]
      longHorizonScore?: number
      enterpriseScore?: number
      fullText?: string
      /** A day, month or year: 2024-05-17, 2024-05, 2024. */
      date?: string
      doi?: string
      /** Without version. */
      arxivId?: string
      /** Journal, proceedings or book. */
      container?: string
      volume?: string
      issue?: string
      pages?: string
      publisher?: string
      kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
      license?: string
      nextCursor?: (string | null)
      estimatedTokens?: number
    })
  }
  /** Find the passages that answer a question, or where quoted words stand */
  'GET /api/v1/passages': {
    query: {
      /** A question in plain words, as for search. One of q, quote and anchor is required. */
      q?: string | number
      /** Words to find where they stand: exact, normalized (but for case, blanks, hyphens, quotation marks and Unicode forms), or none. */
      quote?: string | number
      /** The anchor of one passage. */
      anchor?: string | number
      /** Only passages of these papers: at most 50 ids with commas between. */
      ids?: string | number
      /** Passages of one paper at most; 3 by default. */
      perPaper?: string | number
      /** ids: places only; card (default): with text; abstract: with the abstract of the paper. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Passages in an answer; 10 by default, 50 at most. */
      limit?: string | number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The whole answer takes at most about so many tokens; what does not fit comes by nextCursor. From 200. */
      maxTokens?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      corrections?: {
        from: string
        to: string
      }[]
      /** Of the quotation as a whole. */
      match?: ("exact" | "normalized" | "none")
      passages: {
        paperId: string
        version: number
        /** Stays valid: paper, version, place. */
        anchor: string
        source?: ("abstract" | "houseComment" | "fullText")
        /** Of the paper. */
        title?: string
        text?: string
        /** The place of the passage on the page of its paper. */
        url: string
        /** ranked: found by q; else how the quoted words stand there. */
        match: ("exact" | "normalized" | "none" | "ranked")
        /** Where the quoted words begin in text, in UTF-16 units. */
        start?: number
        /** Where they end, exclusive. */
        end?: number
        /** Compares the passages of this answer, nothing else. */
        score?: number
        /** Share of the quoted words that the nearest passage says, in order. */
        similarity?: number
        /** The text goes on where nextCursor does. */
        continues?: true
        abstract?: string
      }[]
      nextCursor: (string | null)
      estimatedTokens: number
    }
  }
  /** Check which papers of the library some references mean */
  'POST /api/v1/references/check': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: {
      /** Up to 25: each a DOI, an arXiv id, an entry in BibTeX, or a reference as it is printed. */
      references: (string | {
        text: string
      } | {
        doi: string
      } | {
        arxivId: string
      } | {
        bibtex: string
      })[]
    }
    answer: {
      results: {
        /** Of the reference, from 0. */
        index: number
        result: ("in_corpus" | "ambiguous" | "absent")
        id?: string
        /** Not of a retracted paper. */
        title?: string
        year?: number
        state?: ("accepted" | "retracted")
        retracted?: boolean
        confidence?: number
        matchedBy?: ("doi" | "arxiv" | "title")
        /** What the reference says otherwise than the paper. */
        differs?: ("title" | "year" | "authors")[]
        /** Of an ambiguous reference, best first. */
        candidates?: {
          id: string
          /** Not of a retracted paper. */
          title?: string
          year?: number
          state: ("accepted" | "retracted")
          retracted: boolean
          confidence: number
          matchedBy: ("doi" | "arxiv" | "title")
          /** What the reference says otherwise than the paper. */
          differs: ("title" | "year" | "authors")[]
        }[]
        note?: string
      }[]
    }
  }
  /** Ask in plain words, get the closest papers */
  'GET /api/v1/search': {
    query: {
      /** A question in plain words; the operators of the search language work inside. At most 2,000 characters and 64 different words. A paper id, DOI or arXiv id finds that paper first. */
      q: string | number
      /** any: words rank (default); all: each word is required. */
      match?: 'any' | 'all'
      /** Only papers of this chapter, 1 to 7. */
      chapter?: string | number
      /** Research type. */
      type?: 'empirical' | 'theoretical' | 'benchmark' | 'system' | 'survey' | 'position' | 'case_study' | 'dataset'
      /** Id of a concept. */
      concept?: string | number
      /** Name of an institution. */
      institution?: string | number
      /** Words of an author’s name. */
      author?: string | number
      /** Earliest year. */
      yearFrom?: string | number
      /** Latest year. */
      yearTo?: string | number
      /** Least long-horizon score, 0 to 10, inclusive. */
      minLongHorizon?: string | number
      /** true: only papers with a full text. */
      hasFullText?: 'true' | 'false' | boolean
      /** Order of the hits; best by default. */
      sort?: 'best' | 'longHorizon' | 'enterprise' | 'newest'
      /** How much of each paper: ids, card (default) or abstract. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Hits on a page; 20 by default, 100 at most. */
      limit?: string | number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The whole answer takes at most about so many tokens; what does not fit comes by nextCursor. From 200. */
      maxTokens?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      query: string
      parsedQuery: {
        words: {
          word: string
          weight: number
        }[]
        match: ("any" | "all")
        required: string[]
        excluded: string[]
      }
      corrections: {
        from: string
        to: string
      }[]
      /** All hits, at most 1,000: a ranking ends there. */
      total: number
      hits: {
        id: string
        title: string
        /** Compares the hits of this search, nothing else. */
        score: number
        authors?: string[]
        year?: number
        institution?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        abstract?: string
        matched?: {
          title?: string[]
          abstract?: string[]
          topics?: string[]
          concepts?: string[]
          authors?: string[]
          institution?: string[]
          houseComment?: string[]
        }
        snippet?: {
          field: string
          start: number
          end: number
          text: string
          matches: {
            start: number
            end: number
          }[]
        }
        /** The passage of the paper that answers best; the anchor stays valid. */
        passage?: {
          anchor: string
          source: ("abstract" | "houseComment" | "fullText")
          url: string
          text: string
        }
      }[]
      /** When nothing is found: queries that find something, and their totals. */
      relaxations?: {
        without: string
        total: number
        url: string
      }[]
      nextCursor: (string | null)
      rerunUrl: string
      estimatedTokens: number
    }
  }
  /** List concepts with trend data, most papers first */
  'GET /api/v1/concepts': {
    query: {
      /** Only concepts of this trend. */
      trend?: 'emerging' | 'growing' | 'stable'
      /** Only these fields of each item, and its id: some of id, name, definition, paperCount, trend. */
      fields?: string | number
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The whole answer takes at most about so many tokens; what does not fit comes by nextCursor. From 200. */
      maxTokens?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      concepts: ({
        id: string
        name: string
        paperCount?: number
        trend?: ("emerging" | "growing" | "stable")
        definition?: string
      } | {
        id: string
        name?: string
        paperCount?: number
        trend?: ("emerging" | "growing" | "stable")
        definition?: string
      })[]
      nextCursor?: (string | null)
      estimatedTokens?: number
    }
  }
  /** One concept with the evidence of its trend */
  'GET /api/v1/concepts/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a concept: its name in lower case with hyphens. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      id: string
      name: string
      definition?: string
      paperCount: number
      trend: ("emerging" | "growing" | "stable")
      evidence: {
        rule: string
        newestYear: number
        recentYears: number[]
        beforeYears: number[]
        oldestYear: number
        conceptPapers: {
          recent: number
          before: number
        }
        corpusPapers: {
          recent: number
          before: number
        }
        shares: {
          recent: number
          before: number
        }
        factor?: number
        growthFactor: number
        years: {
          year: number
          paperCount: number
        }[]
      }
    }
  }
  /** List research gaps, most severe first */
  'GET /api/v1/gaps': {
    query: {
      /** Only gaps of this severity. */
      severity?: 'critical' | 'high' | 'medium'
      /** Only these fields of each item, and its id: some of id, title, severity, paperCount. */
      fields?: string | number
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The whole answer takes at most about so many tokens; what does not fit comes by nextCursor. From 200. */
      maxTokens?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      gaps: ({
        id: string
        title: string
        severity?: ("critical" | "high" | "medium")
        paperCount?: number
      } | {
        id: string
        title?: string
        severity?: ("critical" | "high" | "medium")
        paperCount?: number
      })[]
      nextCursor?: (string | null)
      estimatedTokens?: number
    }
  }
  /** The archive of weekly briefs, newest first */
  'GET /api/v1/briefs': {
    query: {
      /** Only these fields of each item, and its id: some of id, week, title, publishedAt, summary. */
      fields?: string | number
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The whole answer takes at most about so many tokens; what does not fit comes by nextCursor. From 200. */
      maxTokens?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      briefs: ({
        id: string
        week: string
        title?: string
        publishedAt?: string
        summary?: string
      } | {
        id: string
        week?: string
        title?: string
        publishedAt?: string
        summary?: string
      })[]
      nextCursor?: (string | null)
      estimatedTokens?: number
    }
  }
  /** The newest weekly brief */
  'GET /api/v1/briefs/latest': {
    query: {
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The whole answer takes at most about so many tokens; what does not fit comes by nextCursor. From 200. */
      maxTokens?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: ({
      week: string
      title: string
      summary: string
      houseTake: string
      featuredPapers: string[]
    } | {
      week: string
      title?: string
      summary?: string
      houseTake?: string
      featuredPapers?: string[]
      nextCursor?: (string | null)
      estimatedTokens?: number
    })
  }
  /** One weekly brief, by id such as 2026-w47 */
  'GET /api/v1/briefs/{id}': {
    query: {
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The whole answer takes at most about so many tokens; what does not fit comes by nextCursor. From 200. */
      maxTokens?: string | number
    }
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: ({
      week: string
      title: string
      summary: string
      houseTake: string
      featuredPapers: string[]
    } | {
      week: string
      title?: string
      summary?: string
      houseTake?: string
      featuredPapers?: string[]
      nextCursor?: (string | null)
      estimatedTokens?: number
    })
  }
  /** What the public could see change, oldest first, by numbers that only rise; also as server-sent events */
  'GET /api/v1/changes': {
    query: {
      /** The number of the last change that is known; 0, the default, asks for all. */
      since?: string | number
      /** At most so many results; 50 by default, 500 at most. */
      limit?: string | number
      /** Seconds to wait for a change where there is none yet, 30 at most. */
      wait?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      changes: {
        seq: number
        kind: ("paper" | "concept" | "gap" | "brief" | "chapter")
        id: string
        event: ("added" | "revised" | "retracted" | "merged")
        at: string
      }[]
      /** What to ask for next as since. */
      nextSeq: number
    }
  }
  /** One record of the library as dumps have it, for copies */
  'GET /api/v1/records/{kind}/{id}': {
    query: Record<string, never>
    path: {
      /** What the record is of. */
      kind: string | number
      /** Id of a thing of that kind; of a text, that of its paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: ({
      kind: "paper"
      id: string
      record: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        license?: string
      }
    } | {
      kind: "concept"
      id: string
      record: {
        id: string
        name: string
        definition?: string
      }
    } | {
      kind: "gap"
      id: string
      record: {
        id: string
        title: string
        severity: ("critical" | "high" | "medium")
        explanation: string
        /** Ids of the public papers of the gap. */
        papers: string[]
      }
    } | {
      kind: "brief"
      id: string
      record: {
        week: string
        title: string
        summary: string
        houseTake: string
        featuredPapers: string[]
        id: string
        publishedAt: string
      }
    } | {
      kind: "chapter"
      id: string
      record: {
        number: number
        name: string
        introduction: string
      }
    } | {
      kind: "text"
      id: string
      /** The open licence that lets anybody pass the text on, as SPDX calls it. */
      license: string
      record: {
        id: string
        licenseUrl?: string
        fullText: string
      }
    })
  }
  /** Papers that wait for review, for who drafts assessments of them */
  'GET /api/editorial/drafts': {
    query: {
      /** At most so many results; 50 by default, 500 at most. */
      limit?: string | number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      count: number
      papers: {
        id: string
        title: string
        year: number
        version: number
        /** The version that this key has drafted; absent if none. */
        drafted?: number
      }[]
    }
  }
  /** A paper of the queue to be read, with its full text */
  'GET /api/editorial/drafts/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      version: number
      /** The version that this key has drafted; absent if none. */
      drafted?: number
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        fullText?: string
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        license?: string
      }
    }
  }
  /** Attach a draft of its assessment, each value with the passage it rests on; replaces an earlier one of the same key */
  'PUT /api/editorial/drafts/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: {
      /** The version that was read. */
      version: number
      chapter?: {
        value: number
        /** Words of title, abstract or full text that the value rests on. */
        passage: string
      }
      type?: {
        value: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        /** Words of title, abstract or full text that the value rests on. */
        passage: string
      }
      longHorizonScore?: {
        value: number
        /** Words of title, abstract or full text that the value rests on. */
        passage: string
      }
      enterpriseScore?: {
        value: number
        /** Words of title, abstract or full text that the value rests on. */
        passage: string
      }
      concepts?: {
        value: string
        /** Words of title, abstract or full text that the value rests on. */
        passage: string
      }[]
      frameworkMappings?: {
        value: string
        /** Words of title, abstract or full text that the value rests on. */
        passage: string
      }[]
      houseCommentary?: {
        value: string
        passages: string[]
      }
    }
    answer: {
      success: true
      id: string
      version: number
    }
  }
  /** The queue: papers that wait for review, with the findings of the checks */
  'GET /api/editorial/submissions': {
    query: {
      /** Those that wait for the editors, or for their submitters; pending by default. */
      status?: 'pending' | 'changes_requested'
      /** The oldest first, or the riskiest first (pending ones only); age by default. */
      order?: 'age' | 'risk'
      /** Only what the API key with this id submitted. */
      key?: string | number
      /** Only what came with this ingestion session. */
      session?: string | number
      /** Only those whose checks gave at most this risk. */
      maxRisk?: string | number
      /** At most so many results; 50 by default, 500 at most. */
      limit?: string | number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      count: number
      submissions: {
        id: string
        title: string
        year: number
        status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
        version: number
        submittedAt: string
        submittedBy?: {
          id: string
          label?: string
        }
        session?: string
        /** Absent for submissions from before there were checks. */
        risk?: number
        checks: {
          check: ("missing_abstract" | "address" | "year" | "likeness" | "hidden_characters" | "agent_instructions" | "markdown" | "unchecked")
          field: string
          reason: string
          /** The papers that it looks like. */
          papers?: {
            id: string
            title: string
            match: ("doi" | "arxiv" | "title_year" | "near_title" | "number")
            status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          }[]
        }[]
        advice: ("accept" | "ask" | "reject")[]
      }[]
    }
  }
  /** A submission whole: checks, differences, advice and history */
  'GET /api/editorial/submissions/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      submission: {
        id: string
        title: string
        year: number
        status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
        version: number
        submittedAt: string
        submittedBy?: {
          id: string
          label?: string
        }
        session?: string
        /** Absent for submissions from before there were checks. */
        risk?: number
        checks: {
          check: ("missing_abstract" | "address" | "year" | "likeness" | "hidden_characters" | "agent_instructions" | "markdown" | "unchecked")
          field: string
          reason: string
          /** The papers that it looks like. */
          papers?: {
            id: string
            title: string
            match: ("doi" | "arxiv" | "title_year" | "near_title" | "number")
            status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          }[]
        }[]
        paper: {
          id: string
          title: string
          authors: string[]
          year: number
          institution?: string
          url?: string
          abstract?: string
          chapter?: number
          longHorizonScore?: number
          enterpriseScore?: number
          topics?: string[]
          concepts?: string[]
          frameworkMappings?: string[]
          houseCommentary?: string
          storageUrl?: string
          type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
          fullText?: string
          /** How bibliographies sort those authors whose parts of the name are known. */
          authorNames?: {
            name: string
            family: string
            given?: string
          }[]
          /** A day, month or year: 2024-05-17, 2024-05, 2024. */
          date?: string
          doi?: string
          /** Without version. */
          arxivId?: string
          /** Journal, proceedings or book. */
          container?: string
          volume?: string
          issue?: string
          pages?: string
          publisher?: string
          kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
          license?: string
        }
        /** What differs from the version before, if there was one. */
        changes: {
          field: string
          before?: (string | number | string[])
          after?: (string | number | string[])
        }[]
        recommendations: {
          recommendation: ("accept" | "ask" | "reject")
          note?: string
          /** cli, key:ID, editor:ID, or a part of the program. */
          by: string
          version: number
          at: string
        }[]
        history: {
          status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          at: string
          /** cli, key:ID, editor:ID, or a part of the program. */
          by: string
          note?: string
        }[]
        /** A decision made in the console that can still be undone. */
        decision?: {
          decision: ("accept" | "ask" | "reject")
          note?: string
          /** cli, key:ID, editor:ID, or a part of the program. */
          by: string
          takesEffectAt: string
        }
      }
    }
  }
  /** Accept, request changes or reject; takes effect at once */
  'POST /api/editorial/submissions/{id}/decision': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: {
      /** A name of this request: sent again under it, it is done once, and answered the same. */
      "Idempotency-Key"?: string | number
    }
    body: {
      decision: ("accept" | "ask" | "reject")
      /** The version that you looked at; required for a paper that was resubmitted. */
      version?: number
      /** Required to ask and to reject; at most 5,000 characters. */
      note?: string
    }
    answer: {
      success: true
      id: string
      status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
    }
  }
  /** Recommend a decision to the editors; replaces an earlier recommendation of the same key */
  'POST /api/editorial/submissions/{id}/recommendation': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: {
      /** A name of this request: sent again under it, it is done once, and answered the same. */
      "Idempotency-Key"?: string | number
    }
    body: {
      recommendation: ("accept" | "ask" | "reject")
      /** Required to ask and to reject; at most 5,000 characters. */
      note?: string
    }
    answer: {
      success: true
      id: string
      recommendation: ("accept" | "ask" | "reject")
      /** The version of the paper that was advised on. */
      version: number
    }
  }
  /** A paper of any state with all that is kept of it; the ETag is its version */
  'GET /api/editorial/papers/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
      /** Rises with each change; the ETag holds it. */
      version: number
      updatedAt: string
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        fullText?: string
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        license?: string
      }
    }
  }
  /** Put another version of a paper in place of the last */
  'PUT /api/editorial/papers/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: {
      /** The ETag that the change began from; required, but for If-None-Match: * where nothing is yet. */
      "If-Match"?: string | number
    }
    body: {
      id: string
      title: string
      authors: string[]
      year: number
      institution?: string
      url?: string
      abstract?: string
      chapter?: number
      longHorizonScore?: number
      enterpriseScore?: number
      topics?: string[]
      concepts?: string[]
      frameworkMappings?: string[]
      houseCommentary?: string
      storageUrl?: string
      type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
      fullText?: string
      authorNames?: {
        name: string
        family: string
        given?: string
      }[]
      date?: string
      doi?: string
      arxivId?: string
      container?: string
      volume?: string
      issue?: string
      pages?: string
      publisher?: string
      kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
      license?: string
    }
    answer: {
      success: true
      status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
      /** Rises with each change; the ETag holds it. */
      version: number
      updatedAt: string
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        fullText?: string
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        license?: string
      }
    }
  }
  /** Change some fields of a paper; null removes one (RFC 7396, sent as application/json) */
  'PATCH /api/editorial/papers/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: {
      /** The ETag that the change began from; required, but for If-None-Match: * where nothing is yet. */
      "If-Match"?: string | number
    }
    body: Record<string, unknown>
    answer: {
      success: true
      status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
      /** Rises with each change; the ETag holds it. */
      version: number
      updatedAt: string
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        fullText?: string
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        license?: string
      }
    }
  }
  /** Who changed a paper, and when, newest first */
  'GET /api/editorial/papers/{id}/versions': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      versions: {
        /** Rises with each change; the ETag holds it. */
        version: number
        at: string
        /** cli, key:ID, editor:ID, or a part of the program. */
        actor: string
      }[]
    }
  }
  /** What a paper said in one version */
  'GET /api/editorial/papers/{id}/versions/{version}': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
      /** Number of a version, from 1. */
      version: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      /** Rises with each change; the ETag holds it. */
      version: number
      at: string
      /** cli, key:ID, editor:ID, or a part of the program. */
      actor: string
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        fullText?: string
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        license?: string
      }
    }
  }
  /** Restore an earlier version of a paper as a new version */
  'POST /api/editorial/papers/{id}/restore': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: {
      /** The ETag that the change began from; required, but for If-None-Match: * where nothing is yet. */
      "If-Match"?: string | number
    }
    body: {
      version: number
    }
    answer: {
      success: true
      status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
      /** Rises with each change; the ETag holds it. */
      version: number
      updatedAt: string
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        fullText?: string
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        license?: string
      }
    }
  }
  /** Merge a duplicate into another paper; its address leads there from now on */
  'POST /api/editorial/papers/{id}/merge': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: {
      /** A name of this request: sent again under it, it is done once, and answered the same. */
      "Idempotency-Key"?: string | number
    }
    body: {
      into: string
      note?: string
    }
    answer: {
      success: true
      id: string
      mergedInto: string
    }
  }
  /** Store a PDF, which is the body (application/pdf), as the newest file of a paper */
  'PUT /api/editorial/papers/{id}/file': {
    query: {
      /** What the file is called; the id of the paper if left out. */
      name?: string | number
    }
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: string | Uint8Array<ArrayBuffer>
    answer: {
      success: true
      sha256: string
      bytes: number
      url: string
    }
  }
  /** Store a PDF, which is the body (application/pdf), as the newest file of a paper */
  'POST /api/editorial/papers/{id}/file': {
    query: {
      /** What the file is called; the id of the paper if left out. */
      name?: string | number
    }
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: string | Uint8Array<ArrayBuffer>
    answer: {
      success: true
      sha256: string
      bytes: number
      url: string
    }
  }
  /** The files of a paper of any state, and whether anybody may get them */
  'GET /api/editorial/papers/{id}/files': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      /** Whether anybody may get them while the paper is public. */
      open: boolean
      permission: (("allowed" | "refused") | null)
      license?: string
      files: {
        sha256: string
        bytes: number
        name: string
        /** Where it is served, to everybody or to editors alone. */
        url: string
        /** The version that the paper had when the file came. */
        version: number
        addedAt: string
        addedBy: string
      }[]
    }
  }
  /** Say whether anybody may get the files of a paper while it is public, or leave it to its licence */
  'PUT /api/editorial/papers/{id}/files/permission': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: {
      /** allowed: anybody may get the files; refused: only editors; null: the licence decides. */
      permission: (("allowed" | "refused") | null)
    }
    answer: {
      success: true
      /** Whether anybody may get them while the paper is public. */
      open: boolean
      permission: (("allowed" | "refused") | null)
      license?: string
      files: {
        sha256: string
        bytes: number
        name: string
        /** Where it is served, to everybody or to editors alone. */
        url: string
        /** The version that the paper had when the file came. */
        version: number
        addedAt: string
        addedBy: string
      }[]
    }
  }
  /** Take a file away from a paper */
  'DELETE /api/editorial/papers/{id}/files/{sha256}': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
      /** The SHA-256 of a file, in hexadecimal digits. */
      sha256: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      /** Whether anybody may get them while the paper is public. */
      open: boolean
      permission: (("allowed" | "refused") | null)
      license?: string
      files: {
        sha256: string
        bytes: number
        name: string
        /** Where it is served, to everybody or to editors alone. */
        url: string
        /** The version that the paper had when the file came. */
        version: number
        addedAt: string
        addedBy: string
      }[]
    }
  }
  /** Every concept by name, also those without public papers */
  'GET /api/editorial/concepts': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      concepts: {
        id: string
        name: string
        definition?: string
        paperCount: number
        version: number
      }[]
    }
  }
  /** One concept; the ETag is its version */
  'GET /api/editorial/concepts/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a concept: its name in lower case with hyphens. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      concept: {
        id: string
        name: string
        definition?: string
        paperCount: number
        version: number
      }
    }
  }
  /** Name and define a concept; its papers get the new name, its id stays */
  'PUT /api/editorial/concepts/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a concept: its name in lower case with hyphens. */
      id: string | number
    }
    headers: {
      /** The ETag that the change began from; required, but for If-None-Match: * where nothing is yet. */
      "If-Match"?: string | number
    }
    body: {
      name: string
      definition?: string
    }
    answer: {
      success: true
      concept: {
        id: string
        name: string
        definition?: string
        paperCount: number
        version: number
      }
    }
  }
  /** Merge a concept into another; its id and its names lead there from now on */
  'POST /api/editorial/concepts/{id}/merge': {
    query: Record<string, never>
    path: {
      /** Id of a concept: its name in lower case with hyphens. */
      id: string | number
    }
    headers: {
      /** A name of this request: sent again under it, it is done once, and answered the same. */
      "Idempotency-Key"?: string | number
    }
    body: {
      into: string
    }
    answer: {
      success: true
      id: string
      mergedInto: string
      papersRenamed: number
    }
  }
  /** All gaps, gravest first */
  'GET /api/editorial/gaps': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      gaps: {
        id: string
        title: string
        severity: ("critical" | "high" | "medium")
        paperCount: number
      }[]
    }
  }
  /** Make a gap under the next free id */
  'POST /api/editorial/gaps': {
    query: Record<string, never>
    path: Record<string, never>
    headers: {
      /** A name of this request: sent again under it, it is done once, and answered the same. */
      "Idempotency-Key"?: string | number
    }
    body: {
      title: string
      severity: ("critical" | "high" | "medium")
      explanation: string
      papers?: string[]
    }
    answer: {
      success: true
      gap: {
        id: string
        title: string
        severity: ("critical" | "high" | "medium")
        explanation: string
        papers: string[]
        version: number
      }
    }
  }
  /** One gap with its papers; the ETag is its version */
  'GET /api/editorial/gaps/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a research gap. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      gap: {
        id: string
        title: string
        severity: ("critical" | "high" | "medium")
        explanation: string
        papers: string[]
        version: number
      }
    }
  }
  /** Put another version of a gap in place of the last */
  'PUT /api/editorial/gaps/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a research gap. */
      id: string | number
    }
    headers: {
      /** The ETag that the change began from; required, but for If-None-Match: * where nothing is yet. */
      "If-Match"?: string | number
    }
    body: {
      title: string
      severity: ("critical" | "high" | "medium")
      explanation: string
      papers?: string[]
    }
    answer: {
      success: true
      gap: {
        id: string
        title: string
        severity: ("critical" | "high" | "medium")
        explanation: string
        papers: string[]
        version: number
      }
    }
  }
  /** Names and introductions of the seven chapters */
  'GET /api/editorial/chapters': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      chapters: {
        number: number
        name: string
        /** Markdown. */
        introduction: string
        version: number
      }[]
    }
  }
  /** One chapter; the ETag is its version, "0" until it is first edited */
  'GET /api/editorial/chapters/{number}': {
    query: Record<string, never>
    path: {
      /** Number of a chapter, 1 to 7. */
      number: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      chapter: {
        number: number
        name: string
        /** Markdown. */
        introduction: string
        version: number
      }
    }
  }
  /** Give a chapter another name and introduction */
  'PUT /api/editorial/chapters/{number}': {
    query: Record<string, never>
    path: {
      /** Number of a chapter, 1 to 7. */
      number: string | number
    }
    headers: {
      /** The ETag that the change began from; required, but for If-None-Match: * where nothing is yet. */
      "If-Match"?: string | number
    }
    body: {
      name: string
      introduction: string
    }
    answer: {
      success: true
      chapter: {
        number: number
        name: string
        /** Markdown. */
        introduction: string
        version: number
      }
    }
  }
  /** Drafts of briefs and published ones, newest first */
  'GET /api/editorial/briefs': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      drafts: {
        id: string
        week: string
        title: string
        version: number
        updatedAt: string
      }[]
      published: {
        id: string
        week: string
        title: string
        publishedAt: string
      }[]
    }
  }
  /** The draft of one week, such as 2026-w47; the ETag is its version */
  'GET /api/editorial/briefs/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      draft: {
        id: string
        week: string
        title: string
        summary: string
        houseTake: string
        featuredPapers: string[]
        version: number
        updatedAt: string
      }
    }
  }
  /** Keep a draft: If-None-Match: * makes one, If-Match changes it */
  'PUT /api/editorial/briefs/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: {
      /** The ETag that the change began from; required, but for If-None-Match: * where nothing is yet. */
      "If-Match"?: string | number
    }
    body: {
      title: string
      summary: string
      houseTake: string
      featuredPapers?: string[]
    }
    answer: {
      success: true
      draft: {
        id: string
        week: string
        title: string
        summary: string
        houseTake: string
        featuredPapers: string[]
        version: number
        updatedAt: string
      }
    }
  }
  /** Words to begin with, made from the week's acceptances, rising concepts and best papers; stores nothing */
  'GET /api/editorial/briefs/{id}/suggestion': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      suggestion: {
        id: string
        week: string
        title: string
        summary: string
        houseTake: string
        featuredPapers: string[]
      }
    }
  }
  /** Publish a draft for good; it has no body */
  'POST /api/editorial/briefs/{id}/publish': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: {
      /** The ETag that the change began from; required, but for If-None-Match: * where nothing is yet. */
      "If-Match"?: string | number
      /** A name of this request: sent again under it, it is done once, and answered the same. */
      "Idempotency-Key"?: string | number
    }
    body: undefined
    answer: {
      success: true
      id: string
      publishedAt: string
    }
  }
  /** Take in records of any format of docs/formats.md, told by Content-Type or content; scope "ingest" or "review:decide" */
  'POST /api/editorial/imports': {
    query: {
      /** true: report what would happen and store nothing. */
      dryRun?: 'true' | 'false' | boolean
      /** true: keep the text of a PDF, too, although it names no open licence. */
      fullText?: 'true' | 'false' | boolean
      /** Name of the ingestion session in the queue; the instant if left out. */
      session?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: string | Uint8Array<ArrayBuffer>
    answer: {
      success: true
      read: number
      stored: number
      unchanged: number
      enriched: number
      proposed: number
      refused: number
      /** Identifiers that were kept as candidates: they are no papers yet. */
      candidates: number
      session: string
      records: {
        position: string
        outcome: ("stored" | "unchanged" | "enriched" | "proposed" | "candidate" | "refused")
        id?: string
        /** How the paper was recognised. */
        match?: ("doi" | "arxiv" | "title_year" | "near_title" | "record")
        /** What was filled, or is proposed. */
        fields?: string[]
        /** What a paper has no field for. */
        unmapped?: string[]
        reason?: string
      }[]
    }
  }
  /** What records propose for public papers, oldest first, 100 at a time */
  'GET /api/editorial/proposals': {
    query: {
      /** Only proposals in this state; open by default. */
      state?: 'open' | 'taken' | 'left'
      /** The id of the last one of the page before. */
      after?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      proposals: {
        id: number
        paper: string
        title: string
        fields: {
          institution?: string
          url?: string
          storageUrl?: string
          abstract?: string
          topics?: string[]
          /** How bibliographies sort those authors whose parts of the name are known. */
          authorNames?: {
            name: string
            family: string
            given?: string
          }[]
          /** A day, month or year: 2024-05-17, 2024-05, 2024. */
          date?: string
          doi?: string
          /** Without version. */
          arxivId?: string
          /** Journal, proceedings or book. */
          container?: string
          volume?: string
          issue?: string
          pages?: string
          publisher?: string
          kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
          license?: string
        }
        proposedAt: string
        state: ("open" | "taken" | "left")
        decidedBy?: string
        decidedAt?: string
        source: {
          format: ("papers" | "arxiv-atom" | "rss" | "oai-pmh" | "crossref" | "openalex" | "semantic-scholar" | "csl-json" | "bibtex" | "ris" | "jats" | "tei" | "csv" | "identifiers" | "pdf")
          place: string
          position: string
          recordId?: string
        }
      }[]
    }
  }
  /** Take a proposal as a new version of the paper, or leave it */
  'POST /api/editorial/proposals/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a proposed revision. */
      id: string | number
    }
    headers: {
      /** A name of this request: sent again under it, it is done once, and answered the same. */
      "Idempotency-Key"?: string | number
    }
    body: {
      decision: ("take" | "leave")
    }
    answer: {
      success: true
      paper: string
      version?: number
    }
  }
  /** What came of an ingestion session so far; with the key of the session, "current" stands for its id */
  'GET /api/ingest-sessions/{id}': {
    query: Record<string, never>
    path: {
      /** Id of an ingestion session; current is that of the key. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      id: string
      label: string
      state: ("open" | "closed" | "undoing" | "undone")
      max: number
      until: string
      read: number
      stored: number
      unchanged: number
      enriched: number
      /** Only where there are any. */
      proposed?: number
      refused: number
      /** Identifiers that were kept as candidates: no papers yet. Only where there are any. */
      candidates?: number
      /** The chunk up to which all are taken; null while the first one is not. */
      last: (number | null)
    }
  }
  /** The chunks that came, with their digests, 1,000 at a time */
  'GET /api/ingest-sessions/{id}/chunks': {
    query: {
      /** The last chunk of the page before. */
      after?: string | number
    }
    path: {
      /** Id of an ingestion session; current is that of the key. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      chunks: {
        chunk: number
        digest: string
        done: boolean
        read: number
        stored: number
        unchanged: number
        enriched: number
        /** Only where there are any. */
        proposed?: number
        refused: number
        /** Identifiers that were kept as candidates: no papers yet. Only where there are any. */
        candidates?: number
      }[]
    }
  }
  /** Why records of a chunk were refused, 1,000 at a time */
  'GET /api/ingest-sessions/{id}/refusals': {
    query: {
      /** The number of the chunk. */
      chunk: string | number
      /** The number of the last one before. */
      after?: string | number
    }
    path: {
      /** Id of an ingestion session; current is that of the key. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      refusals: {
        number: number
        position: string
        reason: string
      }[]
    }
  }
  /** Take in a chunk of whole records of any format of docs/formats.md, once, however often it is sent */
  'POST /api/ingest-sessions/{id}/papers': {
    query: {
      /** The number of the chunk; the same content comes under the same number again. */
      chunk: string | number
      /** The name of the file that the records come from. */
      file?: string | number
      /** For JSON lines of papers: the number of the first line in the file. */
      line?: string | number
    }
    path: {
      /** Id of an ingestion session; current is that of the key. */
      id: string | number
    }
    headers: Record<string, never>
    body: string | Uint8Array<ArrayBuffer>
    answer: {
      success: true
      chunk: number
      read: number
      stored: number
      unchanged: number
      enriched: number
      /** Only where there are any. */
      proposed?: number
      refused: number
      /** Identifiers that were kept as candidates: no papers yet. Only where there are any. */
      candidates?: number
      /** The chunk up to which all are taken; null while the first one is not. */
      last: (number | null)
    }
  }
}

/** Every operation by its name in the description; needsKey: only who has an API key may call it. */
export const operations = {
  getApiPapers: { key: 'GET /api/papers', needsKey: false },
  postApiPapers: { key: 'POST /api/papers', needsKey: true },
  getApiPapersById: { key: 'GET /api/papers/{id}', needsKey: false },
  getApiSubmissions: { key: 'GET /api/submissions', needsKey: true },
  getApiSubmissionsById: { key: 'GET /api/submissions/{id}', needsKey: true },
  putApiSubmissionsById: { key: 'PUT /api/submissions/{id}', needsKey: true },
  deleteApiSubmissionsById: { key: 'DELETE /api/submissions/{id}', needsKey: true },
  postApiContact: { key: 'POST /api/contact', needsKey: false },
  postApiSubscribe: { key: 'POST /api/subscribe', needsKey: false },
  postApiMailBounces: { key: 'POST /api/mail/bounces', needsKey: false },
  getApiStats: { key: 'GET /api/stats', needsKey: false },
  getApiHealth: { key: 'GET /api/health', needsKey: false },
  getApiHealthReady: { key: 'GET /api/health/ready', needsKey: false },
  getApiV1Papers: { key: 'GET /api/v1/papers', needsKey: false },
  getApiV1PapersById: { key: 'GET /api/v1/papers/{id}', needsKey: false },
  getApiV1Passages: { key: 'GET /api/v1/passages', needsKey: false },
  postApiV1ReferencesCheck: { key: 'POST /api/v1/references/check', needsKey: false },
  getApiV1Search: { key: 'GET /api/v1/search', needsKey: false },
  getApiV1Concepts: { key: 'GET /api/v1/concepts', needsKey: false },
  getApiV1ConceptsById: { key: 'GET /api/v1/concepts/{id}', needsKey: false },
  getApiV1Gaps: { key: 'GET /api/v1/gaps', needsKey: false },
  getApiV1Briefs: { key: 'GET /api/v1/briefs', needsKey: false },
  getApiV1BriefsLatest: { key: 'GET /api/v1/briefs/latest', needsKey: false },
  getApiV1BriefsById: { key: 'GET /api/v1/briefs/{id}', needsKey: false },
  getApiV1Changes: { key: 'GET /api/v1/changes', needsKey: false },
  getApiV1RecordsByKindById: { key: 'GET /api/v1/records/{kind}/{id}', needsKey: false },
  getApiEditorialDrafts: { key: 'GET /api/editorial/drafts', needsKey: true },
  getApiEditorialDraftsById: { key: 'GET /api/editorial/drafts/{id}', needsKey: true },
  putApiEditorialDraftsById: { key: 'PUT /api/editorial/drafts/{id}', needsKey: true },
  getApiEditorialSubmissions: { key: 'GET /api/editorial/submissions', needsKey: true },
  getApiEditorialSubmissionsById: { key: 'GET /api/editorial/submissions/{id}', needsKey: true },
  postApiEditorialSubmissionsByIdDecision: { key: 'POST /api/editorial/submissions/{id}/decision', needsKey: true },
  postApiEditorialSubmissionsByIdRecommendation: { key: 'POST /api/editorial/submissions/{id}/recommendation', needsKey: true },
  getApiEditorialPapersById: { key: 'GET /api/editorial/papers/{id}', needsKey: true },
  putApiEditorialPapersById: { key: 'PUT /api/editorial/papers/{id}', needsKey: true },
  patchApiEditorialPapersById: { key: 'PATCH /api/editorial/papers/{id}', needsKey: true },
  getApiEditorialPapersByIdVersions: { key: 'GET /api/editorial/papers/{id}/versions', needsKey: true },
  getApiEditorialPapersByIdVersionsByVersion: { key: 'GET /api/editorial/papers/{id}/versions/{version}', needsKey: true },
  postApiEditorialPapersByIdRestore: { key: 'POST /api/editorial/papers/{id}/restore', needsKey: true },
  postApiEditorialPapersByIdMerge: { key: 'POST /api/editorial/papers/{id}/merge', needsKey: true },
  putApiEditorialPapersByIdFile: { key: 'PUT /api/editorial/papers/{id}/file', needsKey: true },
  postApiEditorialPapersByIdFile: { key: 'POST /api/editorial/papers/{id}/file', needsKey: true },
  getApiEditorialPapersByIdFiles: { key: 'GET /api/editorial/papers/{id}/files', needsKey: true },
  putApiEditorialPapersByIdFilesPermission: { key: 'PUT /api/editorial/papers/{id}/files/permission', needsKey: true },
  deleteApiEditorialPapersByIdFilesBySha256: { key: 'DELETE /api/editorial/papers/{id}/files/{sha256}', needsKey: true },
  getApiEditorialConcepts: { key: 'GET /api/editorial/concepts', needsKey: true },
  getApiEditorialConceptsById: { key: 'GET /api/editorial/concepts/{id}', needsKey: true },
  putApiEditorialConceptsById: { key: 'PUT /api/editorial/concepts/{id}', needsKey: true },
  postApiEditorialConceptsByIdMerge: { key: 'POST /api/editorial/concepts/{id}/merge', needsKey: true },
  getApiEditorialGaps: { key: 'GET /api/editorial/gaps', needsKey: true },
  postApiEditorialGaps: { key: 'POST /api/editorial/gaps', needsKey: true },
  getApiEditorialGapsById: { key: 'GET /api/editorial/gaps/{id}', needsKey: true },
  putApiEditorialGapsById: { key: 'PUT /api/editorial/gaps/{id}', needsKey: true },
  getApiEditorialChapters: { key: 'GET /api/editorial/chapters', needsKey: true },
  getApiEditorialChaptersByNumber: { key: 'GET /api/editorial/chapters/{number}', needsKey: true },
  putApiEditorialChaptersByNumber: { key: 'PUT /api/editorial/chapters/{number}', needsKey: true },
  getApiEditorialBriefs: { key: 'GET /api/editorial/briefs', needsKey: true },
  getApiEditorialBriefsById: { key: 'GET /api/editorial/briefs/{id}', needsKey: true },
  putApiEditorialBriefsById: { key: 'PUT /api/editorial/briefs/{id}', needsKey: true },
  getApiEditorialBriefsByIdSuggestion: { key: 'GET /api/editorial/briefs/{id}/suggestion', needsKey: true },
  postApiEditorialBriefsByIdPublish: { key: 'POST /api/editorial/briefs/{id}/publish', needsKey: true },
  postApiEditorialImports: { key: 'POST /api/editorial/imports', needsKey: true },
  getApiEditorialProposals: { key: 'GET /api/editorial/proposals', needsKey: true },
  postApiEditorialProposalsById: { key: 'POST /api/editorial/proposals/{id}', needsKey: true },
  getApiIngestSessionsById: { key: 'GET /api/ingest-sessions/{id}', needsKey: true },
  getApiIngestSessionsByIdChunks: { key: 'GET /api/ingest-sessions/{id}/chunks', needsKey: true },
  getApiIngestSessionsByIdRefusals: { key: 'GET /api/ingest-sessions/{id}/refusals', needsKey: true },
  postApiIngestSessionsByIdPapers: { key: 'POST /api/ingest-sessions/{id}/papers', needsKey: true },
} as const satisfies Record<string, { key: keyof Operations; needsKey: boolean }>
