# JSON to CSV: jq -r -f csv.jq FOLDER/*.json > FILE
.boxOfficeResult
| .showRange[:8] as $date
| .dailyBoxOfficeList[]
| [$date, .rank, .rankInten, .rankOldAndNew, .movieCd, .movieNm, .openDt, .salesAmt, .salesShare,
   .salesInten, .salesChange, .salesAcc, .audiCnt, .audiInten, .audiChange, .audiAcc, .scrnCnt,
   .showCnt]
| @csv
